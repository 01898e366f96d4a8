import { CLIENT_PATH, noSuchClient, ofClient } from "@/lib/clients/paths";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { countActivity } from "@/lib/requests/repository";
import { activityQuerySchema, activitySchema } from "@/lib/requests/schemas";
import { summarizeActivity, windowSpans } from "@/lib/requests/summarize-activity";

/**
 * Counts what was issued to and denied for a client of the caller's organization.
 * @throws ServiceError not_found or forbidden
 */
export const getActivity = operation({
  id: "getActivity",
  route: `GET ${CLIENT_PATH}/activity`,
  access: organization("clients:read"),
  summary: "Get a client's activity",
  description:
    "Counts issued codes and tokens by kind, refreshes, and denied requests by error code, per hour or day, with totals.",
  tag: "Activity",
  params: ofClient,
  query: activityQuerySchema,
  returns: json(activitySchema, "The counts."),
  async run({ params, query: { window }, caller }) {
    const rows = await countActivity({
      organizationId: caller.organizationId,
      clientId: params.client_id,
      ...windowSpans[window],
    });
    if (rows.length === 0) throw noSuchClient();
    return { body: summarizeActivity(window, rows) };
  },
});
