import type { Columns } from "@/lib/core/db/declared-sql";
import type { CallerKind } from "@/lib/requests/calls/values";
import { hasInstalled } from "@/lib/requests/log/scope";

/** A call as stored, with current names. */
export type CallRow = {
  requestId: string;
  createdAt: Date;
  method: string;
  path: string | null;
  status: number | null;
  milliseconds: number | null;
  clientId: string;
  clientName: string | null;
  companyId: number | null;
  companyName: string | null;
  /** Whether the company is a sandbox, which only those may know who may know its name. */
  isTrial: boolean;
  organizationId: string | null;
  callerKind: CallerKind;
  callerId: string | null;
  callerName: string | null;
  scope: string | null;
  denial: string | null;
};

/** Its columns. */
export const CALL_TYPES = {
  requestId: "text",
  createdAt: "timestamptz",
  method: "text",
  path: "text",
  status: "int4",
  milliseconds: "int4",
  clientId: "text",
  clientName: "text",
  companyId: "int8",
  companyName: "text",
  isTrial: "bool",
  organizationId: "text",
  callerKind: "text",
  callerId: "text",
  callerName: "text",
  scope: "text",
  denial: "text",
} satisfies Columns<CallRow>;

/** A log, a time span, and where the page begins in it, as values of a statement. */
export type SpanValues = {
  /** The organization or the company. */
  owner: string | number;
  clientId: string | null;
  from: Date;
  before: Date;
  /** Calls at `before` are in the span if their id is less; empty for none. */
  belowId: string;
};

/** What calls must match, as values of a statement; null matches all. */
export type MatchValues = {
  method: string | null;
  path: string | null;
  /** The lowest status of a class, such as 400. */
  statusFrom: number | null;
  denied: boolean | null;
  callerKind: string | null;
  callerId: string | null;
  requestId: string | null;
};

/** A kind of log, as SQL. */
export type LogSql = {
  /** Rows `s`: the ranges of an index that the log consists of. */
  ranges: string;
  /** Which calls `k` belong to the range `s`. */
  inRange: string;
  /** Of which calls `k` the reader may know the company's name. */
  namesCompany: string;
};

/** The calls of all clients of `:owner`. */
export const ORGANIZATION_LOG: LogSql = {
  ranges: "SELECT client_id FROM clients WHERE organization_id = :owner",
  inRange: "k.client_id = s.client_id",
  namesCompany: hasInstalled("k"),
};

/** The calls of `:clientId`, a client of `:owner`. The id is a value, so the planner can tell how many calls it has. */
export const CLIENT_LOG: LogSql = {
  ranges: `SELECT :clientId::text AS client_id
    WHERE EXISTS (SELECT FROM clients WHERE organization_id = :owner AND client_id = :clientId)`,
  inRange: "k.client_id = s.client_id",
  namesCompany: hasInstalled("k"),
};

/** The calls for the company `:owner`. */
export const COMPANY_LOG: LogSql = {
  ranges: "SELECT :owner::bigint AS company_id",
  inRange: "k.company_id = s.company_id",
  namesCompany: "true",
};

const NEWEST_FIRST = "k.created_at DESC, k.request_id DESC";

const MATCH = `(:clientId::text IS NULL OR k.client_id = :clientId)
  AND (:method::text IS NULL OR k.method = :method) AND (:path::text IS NULL OR k.path = :path)
  AND (:statusFrom::int IS NULL OR k.status BETWEEN :statusFrom AND :statusFrom + 99)
  AND (:denied::boolean IS NULL OR (k.denial IS NOT NULL) = :denied)
  AND (:callerKind::text IS NULL OR k.caller_kind::text = :callerKind)
  AND (:callerId::text IS NULL OR k.system_user_id = :callerId OR k.user_id IN (
    SELECT id FROM users WHERE external_id = :callerId
    UNION ALL SELECT id FROM users WHERE id = :callerId AND external_id IS NULL))
  AND (:requestId::text IS NULL OR k.request_id = :requestId)`;

// The newest calls `k` of a log in a time span, with their place in their range. An index has this order, so no more
// than `most` of each range are read, in as few partitions as that takes.
function newestOf({ ranges, inRange }: LogSql, most: number): string {
  return `
  SELECT k.* FROM (${ranges}) s CROSS JOIN LATERAL (
    SELECT k.*, row_number() OVER (ORDER BY ${NEWEST_FIRST}) AS place FROM calls k
    WHERE ${inRange} AND k.created_at >= :from AND k.created_at <= :before
      AND (k.created_at, k.request_id) < (:before, :belowId)
    ORDER BY ${NEWEST_FIRST} LIMIT ${most}
  ) k`;
}

const CALL_COLUMNS = `
  k.request_id AS "requestId", k.created_at AS "createdAt", k.method, k.path, k.status, k.milliseconds,
  k.client_id AS "clientId", c.name AS "clientName",
  k.company_id AS "companyId", p.name AS "companyName", coalesce(p.is_sandbox, false) AS "isTrial", k.organization_id AS "organizationId",
  k.caller_kind AS "callerKind",
  CASE WHEN k.user_id IS NULL THEN k.system_user_id ELSE coalesce(u.external_id, k.user_id) END AS "callerId",
  CASE WHEN k.user_id IS NULL THEN y.username
    WHEN u.erased_at IS NULL THEN nullif(btrim(concat(u.first_name, ' ', u.last_name)), '') END AS "callerName",
  k.scope, k.denial`;

const names = ({ namesCompany }: LogSql) => `
  LEFT JOIN clients c ON c.client_id = k.client_id
  LEFT JOIN companies p ON p.id = k.company_id AND ${namesCompany}
  LEFT JOIN users u ON u.id = k.user_id
  LEFT JOIN system_users y ON y.id = k.system_user_id`;

/**
 * The newest matching calls of a log, at most `:limit`, among the newest `most` calls of each range. Each row has the
 * position where reading stopped (`reachedAt`, `reachedId`), or null if it reached the end of the time span.
 */
export function pageOfCalls(log: LogSql, most: number): string {
  return `
  WITH read AS MATERIALIZED (${newestOf(log, most)}),
  reached AS (
    SELECT created_at, request_id FROM read k WHERE place = ${most} ORDER BY ${NEWEST_FIRST} LIMIT 1
  ),
  page AS (
    SELECT k.* FROM read k LEFT JOIN reached r ON true
    WHERE ${MATCH} AND (r.created_at IS NULL OR (k.created_at, k.request_id) >= (r.created_at, r.request_id))
    ORDER BY ${NEWEST_FIRST} LIMIT :limit
  )
  SELECT r.created_at AS "reachedAt", r.request_id AS "reachedId", ${CALL_COLUMNS}
  FROM (SELECT 1) one LEFT JOIN reached r ON true LEFT JOIN page k ON true ${names(log)}
  ORDER BY ${NEWEST_FIRST}`;
}
