import { PERSONAL_VALUES } from "@/lib/audit/personal-values-sql";
import type { AuditFilter } from "@/lib/audit/query-schemas";
import { ERASED } from "@/lib/audit/values";
import type { Columns } from "@/lib/core/db/declared-sql";
import type { ListPart } from "@/lib/core/db/list-sql";

/** An audit row as stored, with current names. */
export type AuditEntryRow = {
  id: string;
  actor: string;
  actorName: string | null;
  actorEmail: string | null;
  action: string;
  target: string;
  targetName: string | null;
  before: unknown;
  after: unknown;
  ipAddress: string | null;
  /** Personal values by place (`ip_address`, `after.email`), null where erased. Null if the row has none. */
  personal: Record<string, string | null> | null;
  requestId: string;
  createdAt: Date;
  /** Hex. */
  previousHash: string | null;
  /** Hex. */
  hash: string;
};

/** Its columns. */
export const ENTRY_TYPES = {
  id: "text",
  actor: "text",
  actorName: "text",
  actorEmail: "text",
  action: "text",
  target: "text",
  targetName: "text",
  before: "jsonb",
  after: "jsonb",
  ipAddress: "text",
  personal: "jsonb",
  requestId: "text",
  createdAt: "timestamptz",
  previousHash: "text",
  hash: "text",
} satisfies Columns<AuditEntryRow>;

/** Filters of a log as values of a statement; null matches all. */
export type MatchValues = Record<
  "clientId" | "target" | "actor" | "action" | "requestId" | "from" | "to",
  string | null
>;

/** The log that a statement reads, as SQL. */
export type LogSql = {
  /** Table of its rows. */
  rows: string;
  /** The total number of rows, as a scalar subquery. The end of the chain has it. */
  total: string;
  /** Which rows `a` belong to the log and match, in addition to {@link MatchValues}. */
  filter: string;
  /** Joins to rows `a`: the person `u` for the actor's email address, and tables for `actorName` and `targetName`. */
  names: string;
  actorName: string;
  targetName: string;
};

/** A part of a log as values of a statement. */
export type LogPartValues = Omit<ListPart, "after"> & { belowId: string; isFiltered: boolean };

/** Greater than any row's id. */
const ABOVE_ALL = "9223372036854775807";

/**
 * The values of a part of a log, whose order is that of the ids.
 * @param match null matches all
 */
export function logPartValues({ after, ...part }: ListPart, match: MatchValues): LogPartValues {
  const isFiltered = Object.values(match).some((value) => value !== null);
  return { ...part, belowId: after?.id ?? ABOVE_ALL, isFiltered };
}

/**
 * A part of a log, newest entry first, with `total` in each row. Only rows of the part need names. Without a filter,
 * nothing is counted.
 */
export function partOfLog(log: LogSql): string {
  const filter = filterOf(log);
  return `
  SELECT counted.total, listed.*
  FROM (
    SELECT CASE
      WHEN NOT :isCounted::boolean THEN 0
      WHEN :isFiltered::boolean THEN (SELECT count(*) FROM ${log.rows} a WHERE ${filter})
      ELSE coalesce(${log.total}, 0)
    END::int AS total
  ) counted
  LEFT JOIN (
    SELECT ${columnsOf(log)}
    FROM (
      SELECT * FROM ${log.rows} a WHERE ${filter} AND a.id < :belowId
      ORDER BY a.id DESC LIMIT :limit OFFSET :offset
    ) a
    ${log.names}
  ) listed ON true
  ORDER BY listed.id::bigint DESC`;
}

/** The newest entries of a log below the id `:belowId`. */
export function batchOfLog(log: LogSql): string {
  return `
  SELECT ${columnsOf(log)}
  FROM (
    SELECT * FROM ${log.rows} a WHERE ${filterOf(log)} AND a.id < :belowId ORDER BY a.id DESC LIMIT :limit
  ) a ${log.names}
  ORDER BY a.id DESC`;
}

/** The filter choices in the newest entries of a log. */
export type AuditChoices = {
  actions: string[];
  actors: { actor: string; name: string | null; email: string | null }[];
};

/** Their columns. */
export const CHOICES_TYPES = { actions: "text[]", actors: "json" } satisfies Columns<AuditChoices>;

/** The number of entries to collect choices from; covers all but long logs. */
const CHOICES_FROM = 5_000;

/** Actions and actors of the newest entries of a log. @param log `names` may be only those of actors */
export function choicesOfLog(log: Omit<LogSql, "total" | "targetName">): string {
  return `
  WITH recent AS (
    SELECT a.* FROM ${log.rows} a WHERE ${log.filter} ORDER BY a.id DESC LIMIT ${CHOICES_FROM}
  )
  SELECT ARRAY(SELECT DISTINCT action FROM recent ORDER BY action) AS actions,
    (SELECT coalesce(json_agg(json_build_object('actor', a.actor, 'name', ${log.actorName},
        'email', u.email) ORDER BY ${log.actorName}, a.actor), '[]')
      FROM (SELECT DISTINCT ON (actor) * FROM recent) a ${log.names}) AS actors`;
}

/** Name of the person in `row`; null without one. */
export function personName(row: string): string {
  return `CASE WHEN ${row}.erased_at IS NOT NULL THEN '${ERASED}'
    ELSE nullif(btrim(concat(${row}.first_name, ' ', ${row}.last_name)), '') END`;
}

/** The values of a filter. */
export function matchValues(filter: AuditFilter): MatchValues {
  return {
    clientId: filter.client_id ?? null,
    target: filter.target ?? null,
    actor: filter.actor ?? null,
    action: filter.action ?? null,
    requestId: filter.request_id ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
  };
}

function filterOf({ filter }: LogSql): string {
  return `${filter}
  AND (:target::text IS NULL OR a.target = :target) AND (:actor::text IS NULL OR a.actor = :actor)
  AND (:action::text IS NULL OR a.action = :action) AND (:requestId::text IS NULL OR a.request_id = :requestId)
  AND (:from::timestamptz IS NULL OR a.created_at >= :from)
  AND (:to::timestamptz IS NULL OR a.created_at < :to)`;
}

function columnsOf({ actorName, targetName }: LogSql): string {
  return `
  a.id::text AS id, a.actor, ${actorName} AS "actorName", u.email AS "actorEmail", a.action,
  a.target, ${targetName} AS "targetName", a.before, a.after, a.ip_address AS "ipAddress",
  ${PERSONAL_VALUES} AS personal,
  a.request_id AS "requestId", a.created_at AS "createdAt",
  encode(a.previous_hash, 'hex') AS "previousHash", encode(a.hash, 'hex') AS hash`;
}
