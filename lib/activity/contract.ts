import { z } from "zod";
import { activityQuerySchema, activitySchema } from "@/lib/activity/schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { defineContract } from "@/lib/kernel/http/contract";
import { organizationIdSchema } from "@/lib/kernel/schemas/id-schema";

/** GET prefix/{client_id}/activity. */
export const getActivityContract = defineContract({
  operationId: "getActivity",
  method: "GET",
  path: `${CLIENT_PATH}/activity`,
  summary: "Get a client's activity",
  description:
    "Counts issued codes and tokens by kind, refreshes, and denied requests by error code, per hour or day, with totals.",
  tag: "Activity",
  permission: "clients:read",
  params: ofClient,
  query: activityQuerySchema,
  success: { status: 200, description: "The counts.", schema: activitySchema },
});

/** GET …/organization/{organization_id}/activity. */
export const getOrganizationActivityContract = defineContract({
  operationId: "getOrganizationActivity",
  method: "GET",
  path: "/service/partner/authorization/v1.0/organization/{organization_id}/activity",
  summary: "Get the activity of all clients",
  description: "The same counts over all clients of the organization, including deleted ones.",
  tag: "Activity",
  permission: "clients:read",
  params: z.object({
    organization_id: organizationIdSchema.meta({
      description: "The organization that owns the clients.",
    }),
  }),
  query: activityQuerySchema,
  success: { status: 200, description: "The counts.", schema: activitySchema },
});
