import { ofClient } from "@/lib/clients/paths";
import { requireOwnClient } from "@/lib/clients/require-own-client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { events } from "@/lib/operation/returns";
import { watchCalls } from "@/lib/requests/calls/live/watch-calls";
import { CLIENT_CALLS, EVENTS } from "@/lib/requests/calls/paths";
import { liveClientCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { callSchema } from "@/lib/requests/calls/schemas";

/**
 * Sends the calls of a client of the caller's organization as they happen.
 * @throws ServiceError not_found or forbidden; temporarily_unavailable if too many watch
 */
export const watchClientCalls = operation({
  id: "watchClientCalls",
  route: `GET ${CLIENT_CALLS}/live`,
  access: organization("clients:read"),
  summary: "Watch a client's calls",
  description: EVENTS,
  tag: "Calls",
  params: ofClient,
  query: liveClientCallsQuerySchema,
  returns: events(callSchema, "The calls as they happen."),
  async run(context) {
    const { params, query, caller, authorizeAgain } = context;
    const { organizationId } = caller;
    const clientId = params.client_id;
    await requireOwnClient(organizationId, clientId);
    return watchCalls({ organizationId, clientId }, query, {
      ...context,
      authorizeAgain: async () => {
        await authorizeAgain();
        await requireOwnClient(organizationId, clientId);
      },
    });
  },
});
