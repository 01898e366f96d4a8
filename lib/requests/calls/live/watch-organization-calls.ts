import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { events } from "@/lib/operation/returns";
import { watchCalls } from "@/lib/requests/calls/live/watch-calls";
import { EVENTS, ORGANIZATION_CALLS, ofOrganization } from "@/lib/requests/calls/paths";
import { liveCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { callSchema } from "@/lib/requests/calls/schemas";

/**
 * Sends the calls of all clients of the caller's organization as they happen.
 * @throws ServiceError forbidden; temporarily_unavailable if too many watch
 */
export const watchOrganizationCalls = operation({
  id: "watchOrganizationCalls",
  route: `GET ${ORGANIZATION_CALLS}/live`,
  access: organization("clients:read"),
  summary: "Watch the calls of all clients",
  description: EVENTS,
  tag: "Calls",
  params: ofOrganization,
  query: liveCallsQuerySchema,
  returns: events(callSchema, "The calls as they happen."),
  async run(context) {
    const { query, caller } = context;
    const { organizationId } = caller;
    return watchCalls({ organizationId, clientId: query.client_id ?? null }, query, context);
  },
});
