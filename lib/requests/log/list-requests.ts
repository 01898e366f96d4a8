import type { z } from "zod";
import { cursorAfter, readCursor } from "@/lib/core/http/cursor-page";
import type { ApiAccess } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { findRequests, resolveSearch } from "@/lib/requests/log/find-requests";
import { COMPANY, INSTALLATION, type LogOwner, ORGANIZATION } from "@/lib/requests/log/owners";
import { type ListRequestsQuery, listRequestsQuerySchema } from "@/lib/requests/log/query-schemas";
import { type RequestList, requestListSchema } from "@/lib/requests/log/schemas";
import type { RequestScope } from "@/lib/requests/log/scope";
import { serializeRequest } from "@/lib/requests/log/serialize";
import { keyOfPosition, positionOfKey, spanOf } from "@/lib/requests/log/span";

/** Requests have the same cursors for every owner. */
export const requests = { list: "requests", first: "" };

/** Lists a page of the requests of the clients of the caller's organization, newest first. */
export const listRequests = listOf("listRequests", ORGANIZATION);

/** The same for all clients of the installation, and for requests that named none. */
export const listPlatformRequests = listOf("listPlatformRequests", INSTALLATION);

/** The same for a company: calls with its tokens, and requests of the flow about it by clients that it installed. */
export const listCompanyRequests = listOf("listCompanyRequests", COMPANY);

/** @throws ServiceError forbidden or insufficient_scope; invalid_request for a forged cursor */
function listOf<const Id extends string, A extends ApiAccess, P extends z.ZodObject>(
  id: Id,
  { path, access, params, of, scopeOf }: LogOwner<A, P>,
) {
  return operation({
    id,
    request: { route: `GET ${path}`, params, query: listRequestsQuerySchema },
    access,
    summary: `List the requests ${of}`,
    description:
      "Lists requests of the authorization flow and calls of platform APIs, newest first: what was issued or allowed, and what was denied, by which check. A filter that few requests match is applied to a limited number per page: a page may have fewer items than `limit`, or none, although `page.has_next` is true.",
    tag: "Requests",
    returns: json(requestListSchema, "A page of requests."),
    async run(context) {
      return { body: await pageOf(scopeOf(context.caller, context.params), context.query) };
    },
  });
}

async function pageOf(
  scope: RequestScope,
  { cursor, limit, ...query }: ListRequestsQuery,
): Promise<RequestList> {
  const filter = await resolveSearch(scope, query);
  const span = spanOf(filter, positionOfKey(readCursor(requests, cursor)));
  const { requests: rows, reached } = await findRequests(scope, span, {
    filter,
    limit: limit + 1,
    mayBeBrief: scope.organizationId !== null,
  });
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1) ?? null) : reached;
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
