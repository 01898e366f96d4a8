import { inOrganization } from "@/lib/clients/paths";
import { cursorAfter, readCursor } from "@/lib/core/http/cursor-page";
import { organization, platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { keyOfPosition, positionOfKey } from "@/lib/requests/calls/call-log";
import { findRequests, spanOfRequests } from "@/lib/requests/log/find-requests";
import { LIST, ORGANIZATION_REQUESTS, PLATFORM_REQUESTS } from "@/lib/requests/log/paths";
import { type ListRequestsQuery, listRequestsQuerySchema } from "@/lib/requests/log/query-schemas";
import { type RequestList, requestListSchema } from "@/lib/requests/log/schemas";
import type { RequestScope } from "@/lib/requests/log/scope";
import { serializeRequest } from "@/lib/requests/log/serialize";

/** Requests have the same cursors for an organization and for the installation. */
export const requests = { list: "requests", first: "" };

/**
 * Lists a page of the requests of the clients of the caller's organization, newest first.
 * @throws ServiceError forbidden; invalid_request for a forged cursor
 */
export const listRequests = operation({
  id: "listRequests",
  route: `GET ${ORGANIZATION_REQUESTS}`,
  access: organization("clients:read"),
  summary: "List the requests of all clients",
  description: LIST,
  tag: "Requests",
  params: inOrganization,
  query: listRequestsQuerySchema,
  returns: json(requestListSchema, "A page of requests."),
  async run({ caller: { organizationId }, query }) {
    return { body: await pageOf({ organizationId, clientId: null }, query) };
  },
});

/**
 * The same for all clients of the installation, and for requests that named none.
 * @throws ServiceError forbidden or insufficient_scope; invalid_request for a forged cursor
 */
export const listPlatformRequests = operation({
  id: "listPlatformRequests",
  route: `GET ${PLATFORM_REQUESTS}`,
  access: platform("log:read"),
  summary: "List the requests of the installation",
  description: LIST,
  tag: "Requests",
  query: listRequestsQuerySchema,
  returns: json(requestListSchema, "A page of requests."),
  async run({ query }) {
    return { body: await pageOf({ organizationId: null, clientId: null }, query) };
  },
});

async function pageOf(
  scope: RequestScope,
  { cursor, limit, ...filter }: ListRequestsQuery,
): Promise<RequestList> {
  const span = spanOfRequests(filter, positionOfKey(readCursor(requests, cursor)));
  const { requests: rows, reached } = await findRequests(scope, span, filter, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.length > limit && last ? { createdAt: last.createdAt, requestId: last.key } : reached;
  return {
    items: shown.map(serializeRequest),
    page: {
      type: "cursor",
      next_id: next ? cursorAfter(requests.list, keyOfPosition(next)) : "",
      has_next: next !== null,
      size: limit,
    },
  };
}
