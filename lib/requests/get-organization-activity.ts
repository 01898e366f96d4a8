import { z } from "zod";
import { organizationIdSchema } from "@/lib/core/schemas/id-schema";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { countActivity } from "@/lib/requests/repository";
import { activityQuerySchema, activitySchema } from "@/lib/requests/schemas";
import { summarizeActivity, windowSpans } from "@/lib/requests/summarize-activity";

/**
 * Counts what was issued to and denied for all clients of the caller's organization.
 * @throws ServiceError forbidden
 */
export const getOrganizationActivity = operation({
  id: "getOrganizationActivity",
  route: "GET /service/partner/authorization/v1.0/organization/{organization_id}/activity",
  access: organization("clients:read"),
  summary: "Get the activity of all clients",
  description: "The same counts over all clients of the organization, including deleted ones.",
  tag: "Activity",
  params: z.object({
    organization_id: organizationIdSchema.meta({
      description: "The organization that owns the clients.",
    }),
  }),
  query: activityQuerySchema,
  returns: json(activitySchema, "The counts."),
  async run({ query: { window }, caller }) {
    const rows = await countActivity({
      organizationId: caller.organizationId,
      clientId: null,
      ...windowSpans[window],
    });
    return { body: summarizeActivity(window, rows) };
  },
});
