import { isId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { type Filter, type FilterName, filterNames, filters } from "@/lib/requests/log/filters";
import type { RequestFilter } from "@/lib/requests/log/query-schemas";
import {
  CALL_COLUMNS,
  EVENT_COLUMNS,
  eventKey,
  isOfStranger,
  NAMES,
  REQUEST_TYPES,
  type RequestRow,
  ROW,
} from "@/lib/requests/log/row-sql";
import {
  hasInstalled,
  hasManyClients,
  type RequestScope,
  scopeSql,
} from "@/lib/requests/log/scope";
import type { LogPosition, LogSpan } from "@/lib/requests/log/span";

/** A part of a log: a scope, a time, and what rows must match; null matches all. */
export type ListValues = RequestScope &
  Record<FilterName, string | number | boolean | null> & {
    from: Date;
    before: Date;
    /** Rows at `before` are in the part if their key is less; empty for none. */
    belowKey: string;
    limit: number;
    /** How many rows of each range, and of each of both tables, are read. */
    most: number;
    /** Whether the scope is an organization with too many clients to read the requests of each. */
    hasManyClients: boolean;
    /** Whether a few denials of strangers a day represent all of them. */
    isBrief: boolean;
  };

const NEWEST_FIRST = "created_at DESC, key DESC";

/** How many denials of strangers a day a brief list shows of each client. */
const STRANGERS_A_DAY = 5;

const dayOf = (alias: string) => `date_trunc('day', ${alias}.created_at, 'UTC')`;

/** SQL: strangers' denials `n` of the same client on the same day (UTC) as a row with a key. */
const sameDay = (alias: string, key: string, before: "<" | ">") => `
  FROM authorization_events n WHERE n.client_id = ${alias}.client_id AND ${isOfStranger("n")}
    AND n.created_at >= ${dayOf(alias)} AND n.created_at < ${dayOf(alias)} + interval '24 hours'
    AND (n.created_at, ${eventKey("n")}) ${before} (${alias}.created_at, ${key})`;

const countNewer = (alias: string, key: string) =>
  `(SELECT count(*) FROM (SELECT ${sameDay(alias, key, ">")} LIMIT ${STRANGERS_A_DAY}) newer)`;

// Anyone can send failing requests in a client's name, so a few a day represent the rest.
const IS_SHOWN = `(NOT (${isOfStranger("e")}) OR ${countNewer("e", eventKey("e"))} < ${STRANGERS_A_DAY})`;

/** SQL: how many older denials the last of these few represents. */
const OLDER_ONES = `CASE WHEN r.is_of_stranger AND ${countNewer("r", "r.key")} = ${STRANGERS_A_DAY - 1}
  THEN (SELECT coalesce(sum(1 + n.more), 0)::int ${sameDay("r", "r.key", "<")}) ELSE 0 END`;

// The gate's denials are in both tables; the call says more. Its id contains the second in which it began.
const IS_ALSO_A_CALL = `r.kind = 'bearer' AND r.request_id ~ '^[0-9a-f]{24}$' AND EXISTS (
  SELECT FROM calls k WHERE k.request_id = r.request_id AND k.client_id = r.client_id
    AND k.created_at >= to_timestamp(('x' || left(r.request_id, 8))::bit(32)::bigint)
    AND k.created_at < to_timestamp(('x' || left(r.request_id, 8))::bit(32)::bigint + 1))`;

const MATCH = [
  ...Object.entries<Filter>(filters).map(
    ([name, { type = "text", matches }]) => `(:${name}::${type} IS NULL OR ${matches})`,
  ),
  `(:companyId::bigint IS NULL OR r.kind = 'call' OR ${hasInstalled("r")})`,
  `NOT (${IS_ALSO_A_CALL})`,
].join("\n  AND ");

/**
 * The newest matching requests of a scope, at most `:limit`, among the newest `:most` of each range and table, which
 * an index has in this order. Each row has the position where reading stopped (`reachedAt`, `reachedKey`), or null if
 * it reached the end of the time.
 */
export function pageOfRequests(values: Partial<ListValues>): string {
  const scope = scopeSql(values);
  const isOfCompany = typeof values.companyId === "number";
  // A partial index has the few denied requests of clients, but not those of companies.
  const onlyDenied = values.denied === true && !isOfCompany;
  // The index of the whole installation is not for the denials of a client: it would lead to those of all others.
  const isEverything = values.hasManyClients || (!values.organizationId && !values.clientId);
  const ofIndex = (alias: string) => (isEverything ? `AND ${alias}.request_id <> ''` : "");
  const newest = (
    table: string,
    alias: string,
    columns: string,
    key: string,
    denied: string,
    shown = "",
  ) => {
    const { inRange, order } = scope.newest(alias, ":from", ":before");
    return `
    SELECT n.* FROM (${scope.ranges}) s CROSS JOIN LATERAL (
      SELECT ${columns}, row_number() OVER (ORDER BY ${order}${alias}.created_at DESC, ${key} DESC) AS place
      FROM ${table} ${alias}
      WHERE ${inRange} AND ${alias}.created_at >= :from AND ${alias}.created_at <= :before
        AND (${alias}.created_at, ${key}) < (:before, :belowKey)
        ${onlyDenied ? `AND ${denied} ${ofIndex(alias)}` : ""} ${shown}
      ORDER BY ${order}${alias}.created_at DESC, ${key} DESC LIMIT :most
    ) n`;
  };
  // Anyone can name a company and a client that has nothing to do with it.
  const proven = isOfCompany ? `AND NOT (${isOfStranger("e")})` : "";
  const shown = values.isBrief ? `AND ${IS_SHOWN}` : proven;
  return `
  WITH read AS MATERIALIZED (
    ${newest("calls", "k", CALL_COLUMNS, "k.request_id", "k.denial IS NOT NULL")}
    UNION ALL
    ${newest("authorization_events", "e", EVENT_COLUMNS, eventKey("e"), "e.outcome = 'refused'", shown)}
  ),
  reached AS (SELECT created_at, key FROM read WHERE place = :most ORDER BY ${NEWEST_FIRST} LIMIT 1),
  page AS (
    SELECT r.* FROM read r LEFT JOIN reached x ON true
    WHERE (x.created_at IS NULL OR (r.created_at, r.key) >= (x.created_at, x.key)) AND ${MATCH}
    ORDER BY r.created_at DESC, r.key DESC LIMIT :limit
  )
  SELECT x.created_at AS "reachedAt", x.key AS "reachedKey", ${ROW}, r.code,
    r.more + ${values.isBrief ? OLDER_ONES : "0"} AS more
  FROM (SELECT 1) one LEFT JOIN reached x ON true LEFT JOIN page r ON true ${NAMES}
  ORDER BY r.created_at DESC, r.key DESC`;
}

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

/**
 * The filter by a client that a search for its id means. Request ids have the same form, and are searched for only at
 * the time that they contain.
 */
export async function resolveSearch(
  { organizationId }: RequestScope,
  filter: RequestFilter,
): Promise<RequestFilter> {
  const { q, client_id } = filter;
  if (q === undefined || !isId(q) || client_id !== undefined) return filter;
  const where = { clientId: q, ...(organizationId !== null && { organizationId }) };
  const isClient = (await db().client.count({ where })) > 0;
  return isClient ? { ...filter, q: undefined, client_id: q } : filter;
}

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
  const isLarge = clientId === null && (await hasManyClients(scope.organizationId));
  const isOneRange = isLarge || clientId !== null || scope.organizationId === null;
  const rows = await listRequests({
    ...span,
    ...scope,
    // Object.fromEntries forgets the names.
    ...(values as Pick<ListValues, FilterName>),
    clientId,
    limit,
    hasManyClients: isLarge,
    most: isPlain ? Math.max(limit, READ) : isOneRange ? READ_FILTERED : READ_FILTERED_OF_EACH,
    isBrief: mayBeBrief && !isNarrow && filter.from === undefined && filter.to === undefined,
  });
  const [first] = rows;
  return {
    requests: rows.filter((row) => row.key !== null),
    reached: first?.reachedAt ? { createdAt: first.reachedAt, key: first.reachedKey } : null,
  };
}
