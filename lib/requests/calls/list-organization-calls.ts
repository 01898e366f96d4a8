import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { listCalls } from "@/lib/requests/calls/list-calls";
import { ORGANIZATION_CALLS, ofOrganization, PAGES } from "@/lib/requests/calls/paths";
import { listCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { callListSchema } from "@/lib/requests/calls/schemas";

/**
 * Lists a page of the calls of all clients of the caller's organization, newest first.
 * @throws ServiceError forbidden; invalid_request for a forged cursor
 */
export const listOrganizationCalls = operation({
  id: "listOrganizationCalls",
  route: `GET ${ORGANIZATION_CALLS}`,
  access: organization("clients:read"),
  summary: "List the calls of all clients",
  description: `Lists the calls of all clients of the organization, including deleted ones, newest first. ${PAGES}`,
  tag: "Calls",
  params: ofOrganization,
  query: listCallsQuerySchema,
  returns: json(callListSchema, "A page of calls."),
  async run({ query, caller }) {
    const { organizationId } = caller;
    const clientId = query.client_id ?? null;
    return { body: await listCalls({ organizationId, clientId }, query) };
  },
});
