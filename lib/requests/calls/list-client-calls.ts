import { ofClient } from "@/lib/clients/paths";
import { requireOwnClient } from "@/lib/clients/require-own-client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { listCalls } from "@/lib/requests/calls/list-calls";
import { CLIENT_CALLS, PAGES } from "@/lib/requests/calls/paths";
import { listClientCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { callListSchema } from "@/lib/requests/calls/schemas";

/**
 * Lists a page of the calls of a client of the caller's organization, newest first.
 * @throws ServiceError not_found or forbidden; invalid_request for a forged cursor
 */
export const listClientCalls = operation({
  id: "listClientCalls",
  route: `GET ${CLIENT_CALLS}`,
  access: organization("clients:read"),
  summary: "List a client's calls",
  description: `Lists the calls of platform APIs with the client's tokens, newest first, allowed and denied. ${PAGES}`,
  tag: "Calls",
  params: ofClient,
  query: listClientCallsQuerySchema,
  returns: json(callListSchema, "A page of calls."),
  async run({ params, query, caller }) {
    const { organizationId } = caller;
    const clientId = params.client_id;
    await requireOwnClient(organizationId, clientId);
    return { body: await listCalls({ organizationId, clientId }, query) };
  },
});
