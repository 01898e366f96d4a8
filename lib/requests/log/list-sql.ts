import type { Columns } from "@/lib/core/db/declared-sql";
import { OUTCOME } from "@/lib/protocol/events/outcome-sql";
import { type EventKind, eventKindNames, eventKinds } from "@/lib/protocol/events/values";
import { MARK } from "@/lib/requests/log/entry-id-values";
import { hasInstalled, type RequestScope, scopeSql } from "@/lib/requests/log/scope";
import type { RequestOutcome } from "@/lib/requests/log/values";

/** A request as stored, with current names: an event of the flow, or a call of the API log. */
export type RequestRow = {
  /** Unique, as `entry-id-values.ts` says; with the time, its place in the log. */
  key: string;
  requestId: string;
  createdAt: Date;
  kind: EventKind | "call";
  outcome: RequestOutcome;
  /** The error code, or what was issued; null for a call. */
  code: string | null;
  check: string | null;
  method: string;
  path: string | null;
  status: number | null;
  milliseconds: number | null;
  clientId: string | null;
  clientName: string | null;
  /** The owner of the client. */
  ownerId: string | null;
  companyId: number | null;
  companyName: string | null;
  /** Whether the company is a sandbox, which only those may know who may know its name. */
  isTrial: boolean;
  organizationId: string | null;
  /** Similar denials that have no row. */
  more: number;
};

/** Its columns. */
export const REQUEST_TYPES = {
  key: "text",
  requestId: "text",
  createdAt: "timestamptz",
  kind: "text",
  outcome: "text",
  code: "text",
  check: "text",
  method: "text",
  path: "text",
  status: "int4",
  milliseconds: "int4",
  clientId: "text",
  clientName: "text",
  ownerId: "text",
  companyId: "int8",
  companyName: "text",
  isTrial: "bool",
  organizationId: "text",
  more: "int4",
} satisfies Columns<RequestRow>;

/** A part of a log: a scope, a time, and what rows must match; null matches all. */
export type ListValues = RequestScope & {
  from: Date;
  before: Date;
  /** Rows at `before` are in the part if their key is less; empty for none. */
  belowId: string;
  kinds: readonly string[] | null;
  denied: boolean | null;
  check: string | null;
  companyId: number | null;
  /** A request id or a part of a path, or of the name of a client or company. */
  search: string | null;
  /** The same as a pattern. */
  pattern: string | null;
  limit: number;
  /** How many rows of each range, and of each of both tables, are read. */
  most: number;
};

const NEWEST_FIRST = "created_at DESC, key DESC";

const SUBJECT = "coalesce('company/' || e.company_id, 'organization/' || e.organization_id)";

const wherePath = (kind: EventKind, path: string) =>
  `WHEN '${kind}' THEN concat('${path.replace("/{subject}", `', '/' || ${SUBJECT}, '`)}')`;

/** SQL: the path to which an event `e` was sent. */
const EVENT_PATH = `CASE WHEN e.kind = 'token' AND e.reason = 'offline'
  THEN concat('/service/panel/authentication/v1.0', '/' || ${SUBJECT}, '/oauth/offline-token') ELSE CASE e.kind
  ${eventKindNames.map((kind) => wherePath(kind, eventKinds[kind].path ?? "")).join("\n  ")} END END`;

const GETS = eventKindNames.filter((kind) => eventKinds[kind].method === "GET");

/** SQL: the id of an event `e` as an entry of the log: unique, although callers may choose request ids. */
const EVENT_KEY = `(e.request_id || '${MARK}' || e.id)`;

/** SQL: columns of an event `e` as a row of the log. */
export const EVENT_COLUMNS = `
  ${EVENT_KEY} AS key, e.request_id, e.created_at, e.kind,
  CASE ${OUTCOME} WHEN 'issued' THEN 'allowed' WHEN 'refused' THEN 'denied' ELSE 'declined' END AS outcome,
  e.reason AS code, e."check", CASE WHEN e.kind IN ('${GETS.join("', '")}') THEN 'GET' ELSE 'POST' END AS method,
  nullif(${EVENT_PATH}, '') AS path, NULL::int AS status, NULL::int AS milliseconds, e.client_id, e.company_id, e.organization_id,
  e.more`;

/** SQL: the same of a call `k`. */
export const CALL_COLUMNS = `
  k.request_id AS key, k.request_id, k.created_at, 'call' AS kind,
  CASE WHEN k.denial IS NULL THEN 'allowed' ELSE 'denied' END AS outcome,
  NULL::text AS code, k.denial AS "check", k.method, k.path, k.status, k.milliseconds, k.client_id, k.company_id,
  k.organization_id, 0 AS more`;

/** SQL: a row `r` of the log with names. */
export const ROW = `
  r.key, r.request_id AS "requestId", r.created_at AS "createdAt", r.kind, r.outcome, r.code, r."check", r.method,
  r.path, r.status, r.milliseconds, r.client_id AS "clientId", c.name AS "clientName",
  c.organization_id AS "ownerId", r.company_id AS "companyId", p.name AS "companyName",
  coalesce(p.is_sandbox, false) AS "isTrial",
  r.organization_id AS "organizationId", r.more`;

const MAY_NAME_COMPANY = `(:organizationId::text IS NULL OR ${hasInstalled("r")})`;

/** SQL: where these names are. Operators, without an `:organizationId`, read the name of any company. */
export const NAMES = `
  LEFT JOIN clients c ON c.client_id = r.client_id
  LEFT JOIN companies p ON p.id = r.company_id AND ${MAY_NAME_COMPANY}`;

// The gate's denials are in both tables; the call says more. Its id contains the second in which it began.
const IS_ALSO_A_CALL = `r.kind = 'bearer' AND r.request_id ~ '^[0-9a-f]{24}$' AND EXISTS (
  SELECT FROM calls k WHERE k.request_id = r.request_id AND k.client_id = r.client_id
    AND k.created_at >= to_timestamp(('x' || left(r.request_id, 8))::bit(32)::bigint)
    AND k.created_at < to_timestamp(('x' || left(r.request_id, 8))::bit(32)::bigint + 1))`;

const MATCH = `(:kinds::text[] IS NULL OR r.kind = ANY (:kinds))
  AND (:denied::boolean IS NULL OR (r.outcome = 'denied') = :denied)
  AND (:check::text IS NULL OR r."check" = :check)
  AND (:companyId::bigint IS NULL OR r.company_id = :companyId)
  AND (:search::text IS NULL OR r.request_id = :search OR r.path ILIKE :pattern OR r.code ILIKE :pattern
    OR r.client_id = :search OR r.company_id::text = :search
    OR EXISTS (SELECT FROM clients c WHERE c.client_id = r.client_id AND c.name ILIKE :pattern)
    OR EXISTS (SELECT FROM companies p WHERE p.id = r.company_id AND p.name ILIKE :pattern AND ${MAY_NAME_COMPANY}))
  AND NOT (${IS_ALSO_A_CALL})`;

/**
 * The newest matching requests of a scope, at most `:limit`, among the newest `:most` of each range and table, which
 * an index has in this order. Each row has the position where reading stopped (`reachedAt`, `reachedId`), or null if
 * it reached the end of the time.
 */
export function pageOfRequests(values: Partial<ListValues>): string {
  const { ranges, inRange } = scopeSql(values);
  // An index has only the denied ones, which are few.
  const onlyDenied = values.denied === true;
  // The index of the whole installation is not for the denials of a client: it would lead to those of all others.
  const isEverything = !values.organizationId && !values.clientId;
  const ofIndex = (alias: string) => (isEverything ? `AND ${alias}.request_id <> ''` : "");
  const newest = (table: string, alias: string, columns: string, key: string, denied: string) => `
    SELECT n.* FROM (${ranges}) s CROSS JOIN LATERAL (
      SELECT ${columns}, row_number() OVER (ORDER BY ${alias}.created_at DESC, ${key} DESC) AS place
      FROM ${table} ${alias}
      WHERE ${inRange(alias)} AND ${alias}.created_at >= :from AND ${alias}.created_at <= :before
        AND (${alias}.created_at, ${key}) < (:before, :belowId) ${onlyDenied ? `AND ${denied} ${ofIndex(alias)}` : ""}
      ORDER BY ${alias}.created_at DESC, ${key} DESC LIMIT :most
    ) n`;
  return `
  WITH read AS MATERIALIZED (
    ${newest("calls", "k", CALL_COLUMNS, "k.request_id", "k.denial IS NOT NULL")}
    UNION ALL
    ${newest("authorization_events", "e", EVENT_COLUMNS, EVENT_KEY, "e.outcome = 'refused'")}
  ),
  reached AS (SELECT created_at, key FROM read WHERE place = :most ORDER BY ${NEWEST_FIRST} LIMIT 1),
  page AS (
    SELECT r.* FROM read r LEFT JOIN reached x ON true
    WHERE (x.created_at IS NULL OR (r.created_at, r.key) >= (x.created_at, x.key)) AND ${MATCH}
    ORDER BY r.created_at DESC, r.key DESC LIMIT :limit
  )
  SELECT x.created_at AS "reachedAt", x.key AS "reachedId", ${ROW}
  FROM (SELECT 1) one LEFT JOIN reached x ON true LEFT JOIN page r ON true ${NAMES}
  ORDER BY r.created_at DESC, r.key DESC`;
}
