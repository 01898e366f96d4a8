import { sql } from "@/lib/core/db/sql";
import { type FilterName, filterNames } from "@/lib/requests/log/filters";
import { type ListValues, pageOfRequests } from "@/lib/requests/log/list-sql";
import type { RequestFilter } from "@/lib/requests/log/query-schemas";
import { REQUEST_TYPES, type RequestRow } from "@/lib/requests/log/row-sql";
import type { RequestScope } from "@/lib/requests/log/scope";
import type { LogPosition, LogSpan } from "@/lib/requests/log/span";

type PageRow = ({ reachedAt: Date; reachedKey: string } | { reachedAt: null }) &
  (RequestRow | { key: null });

/** One more than a page shows. */
const READ = 51;
/** The same with filters: for a range that is alone, and for each client of an organization. */
const READ_FILTERED = 1_000;
const READ_FILTERED_OF_EACH = 250;

const listRequests = sql<ListValues, PageRow>(
  "list-requests",
  { reachedAt: "timestamptz", reachedKey: "text", ...REQUEST_TYPES },
  pageOfRequests,
);

/** Matching requests, newest first. */
export type FoundRequests = {
  requests: RequestRow[];
  /** Where reading stopped before the end of the time; null if it did not. */
  reached: LogPosition | null;
};

/** What is read of a log. */
export type Reading = {
  filter: RequestFilter;
  limit: number;
  /** Whether a few denials of strangers a day may represent all of them. */
  mayBeBrief?: boolean;
};

/** The newest requests of a scope in a time that match. */
export async function findRequests(
  scope: RequestScope,
  span: LogSpan,
  { filter, limit, mayBeBrief = false }: Reading,
): Promise<FoundRequests> {
  const isOfCompany = scope.companyId !== null;
  // In a company's log, the client is one of the filters.
  const clientId = isOfCompany ? null : (scope.clientId ?? filter.client_id ?? null);
  const isIndexed = isOfCompany ? [] : ["client_id", "denied"];
  const narrowing = filterNames.filter((name) => !isIndexed.includes(name));
  const isNarrow = narrowing.some((name) => filter[name] !== undefined && filter[name] !== "");
  const isPlain = !isNarrow && (isOfCompany || filter.denied !== false);
  const values = Object.fromEntries(filterNames.map((name) => [name, filter[name] ?? null]));
  const rows = await listRequests({
    ...span,
    ...scope,
    // Object.fromEntries forgets the names.
    ...(values as Pick<ListValues, FilterName>),
    clientId,
    limit,
    most: isPlain ? Math.max(limit, READ) : filteredMost(scope, clientId),
    isBrief: mayBeBrief && !isNarrow && filter.from === undefined && filter.to === undefined,
  });
  const [first] = rows;
  return {
    requests: rows.filter((row) => row.key !== null),
    reached: first?.reachedAt ? { createdAt: first.reachedAt, key: first.reachedKey } : null,
  };
}

function filteredMost({ organizationId }: RequestScope, clientId: string | null): number {
  const isOneRange = clientId !== null || organizationId === null;
  return isOneRange ? READ_FILTERED : READ_FILTERED_OF_EACH;
}
