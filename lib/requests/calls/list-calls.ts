import { ofClient } from "@/lib/clients/paths";
import { requireOwnClient } from "@/lib/clients/require-own-client";
import { cursorAfter, readCursor } from "@/lib/core/http/cursor-page";
import { company, organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { type CallLog, keyOfPosition, positionOfKey, spanOf } from "@/lib/requests/calls/call-log";
import {
  CLIENT_CALLS,
  COMPANY_CALLS,
  ORGANIZATION_CALLS,
  ofCompany,
  ofOrganization,
  PAGES,
} from "@/lib/requests/calls/paths";
import {
  type ListCallsQuery,
  listCallsQuerySchema,
  listClientCallsQuerySchema,
} from "@/lib/requests/calls/query-schemas";
import { readCalls } from "@/lib/requests/calls/repository";
import { type CallList, callListSchema } from "@/lib/requests/calls/schemas";
import { serializeCall } from "@/lib/requests/calls/serialize";

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
    return { body: await pageOfLog({ organizationId, clientId }, query) };
  },
});

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
    return { body: await pageOfLog({ organizationId, clientId }, query) };
  },
});

/**
 * Lists a page of the calls for a company, newest first.
 * @throws ServiceError forbidden or insufficient_scope; invalid_request for a forged cursor
 */
export const listCompanyCalls = operation({
  id: "listCompanyCalls",
  route: `GET ${COMPANY_CALLS}`,
  access: company("log:read"),
  summary: "List the calls for a company",
  description: `Lists the calls that extensions made with tokens of this company, newest first, allowed and denied. ${PAGES}`,
  tag: "Calls",
  params: ofCompany,
  query: listCallsQuerySchema,
  returns: json(callListSchema, "A page of calls."),
  async run({ params, query }) {
    const companyId = params.company_id;
    const clientId = query.client_id ?? null;
    return { body: await pageOfLog({ companyId, clientId }, query) };
  },
});

const CALLS = { list: "calls", first: "" };

/**
 * A page of a log, newest call first. It may have fewer calls than the limit although more follow: what is read of a
 * page is limited.
 * @throws ServiceError invalid_request for a forged cursor
 */
export async function pageOfLog(
  log: CallLog,
  { cursor, limit, ...filter }: ListCallsQuery,
): Promise<CallList> {
  const span = spanOf(filter, positionOfKey(readCursor(CALLS, cursor)));
  const { calls, reached } = await readCalls(log, span, filter, limit + 1);
  const pageCalls = calls.slice(0, limit);
  const next = calls.length > limit ? (pageCalls.at(-1) ?? null) : reached;
  return {
    items: pageCalls.map(serializeCall),
    page: {
      type: "cursor",
      next_id: next ? cursorAfter(CALLS.list, keyOfPosition(next)) : "",
      has_next: next !== null,
      size: limit,
    },
  };
}
