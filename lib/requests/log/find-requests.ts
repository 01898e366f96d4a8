import { isId } from "@/lib/core/crypto/ids";
import { sql } from "@/lib/core/db/sql";
import { type CallPosition, type CallSpan, spanOf } from "@/lib/requests/calls/call-log";
import {
  type ListValues,
  pageOfRequests,
  REQUEST_TYPES,
  type RequestRow,
} from "@/lib/requests/log/list-sql";
import type { RequestFilter } from "@/lib/requests/log/query-schemas";
import type { RequestScope } from "@/lib/requests/log/scope";
import { kindsOfGroup } from "@/lib/requests/log/values";

type PageRow = ({ reachedAt: Date; reachedId: string } | { reachedAt: null }) &
  (RequestRow | { key: null });

/** One more than a page shows. */
const READ = 51;
/** The same with filters: for a range that is alone, and for each client of an organization. */
const READ_FILTERED = 1_000;
const READ_FILTERED_OF_EACH = 250;

const listRequests = sql<ListValues, PageRow>(
  "list-requests",
  { reachedAt: "timestamptz", reachedId: "text", ...REQUEST_TYPES },
  pageOfRequests,
);

/** Matching requests, newest first. */
export type FoundRequests = {
  requests: RequestRow[];
  /** Where reading stopped before the end of the time; null if it did not. */
  reached: CallPosition | null;
};

/** The newest requests of a scope in a time that match. */
export async function findRequests(
  scope: RequestScope,
  span: CallSpan,
  filter: RequestFilter,
  limit: number,
): Promise<FoundRequests> {
  const clientId = scope.clientId ?? filter.client_id ?? null;
  const search = filter.q === undefined || filter.q === "" ? null : filter.q;
  const isPlain = !(filter.kind || filter.check || filter.company_id || search);
  const isOneRange = clientId !== null || scope.organizationId === null;
  const rows = await listRequests({
    ...span,
    organizationId: scope.organizationId,
    clientId,
    kinds: filter.kind ? kindsOfGroup(filter.kind) : null,
    denied: filter.denied ?? null,
    check: filter.check ?? null,
    companyId: filter.company_id ?? null,
    search,
    pattern: search && `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    limit,
    most: isPlain && filter.denied !== false ? Math.max(limit, READ) : filteredMost(isOneRange),
  });
  const [first] = rows;
  return {
    requests: rows.filter((row) => row.key !== null),
    reached: first?.reachedAt ? { createdAt: first.reachedAt, requestId: first.reachedId } : null,
  };
}

function filteredMost(isOneRange: boolean): number {
  return isOneRange ? READ_FILTERED : READ_FILTERED_OF_EACH;
}

/** The time of a filter after a position. A request id contains its time, so that few partitions are read. */
export function spanOfRequests(filter: RequestFilter, after: CallPosition | null = null): CallSpan {
  const { from, to, q } = filter;
  const isRequestId = q !== undefined && isId(q) && !filter.client_id;
  return spanOf({ from, to, request_id: isRequestId ? q : undefined }, after);
}
