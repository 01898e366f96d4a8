import { PERSONAL_CHECK, PERSONAL_VALUES } from "@/lib/audit/personal-values";
import type { AuditFilter } from "@/lib/audit/query-schemas";
import { type ListPart, nameOrder } from "@/lib/core/db/list-sql";
import { column, type RowOf, sql } from "@/lib/core/db/sql";

/** The log that statements read, as SQL, which may use the values of its owner. */
type LogSql = {
  /** In names of statements; kebab-case. */
  name: string;
  /** Whether an audit row belongs to the log. */
  owns: (row: string) => string;
  /** Its scope in `audit_heads`. */
  scope: string;
  /** Which rows `a` match, in addition to {@link MatchValues}. */
  matches?: string;
  /** Joins to rows `a`: the person `u` for the actor's email address, and tables for `actorName`. */
  actorNames: string;
  actorName: string;
  /** Joins to tables for `targetName`. */
  targetNames: string;
  targetName: string;
};

/** Filters of a log as values of a statement; null matches all. */
type MatchValues = Record<
  "clientId" | "target" | "actor" | "action" | "requestId" | "from" | "to",
  string | null
>;

const ENTRY_TYPES = {
  id: "text",
  actor: "text",
  actorName: "text?",
  actorEmail: "text?",
  action: "text",
  target: "text",
  targetName: "text?",
  before: "jsonb?",
  after: "jsonb?",
  ipAddress: "text?",
  /** Personal values by place (`ip_address`, `after.email`), null where erased. Null if the row has none. */
  personal: column<Record<string, string | null> | null>("jsonb?"),
  requestId: "text",
  createdAt: "timestamptz",
  /** Hex. */
  previousHash: "text?",
  /** Hex. */
  hash: "text",
} as const;

/** An audit row as stored, with current names. */
export type AuditEntryRow = RowOf<typeof ENTRY_TYPES>;

/** The filter choices in the newest entries of a log. */
export type AuditChoices = {
  actions: string[];
  actors: { actor: string; name: string | null; email: string | null }[];
};

/** The reads of an audit log that operations use, for an organization or the platform. */
export type AuditLog = ReturnType<ReturnType<typeof logStatements>>;

/** Greater than any row's id. */
const ABOVE_ALL = "9223372036854775807";

/** The number of entries to collect choices from; covers all but long logs. */
const CHOICES_FROM = 5_000;

/** Declares the statements that read an audit log. They read the log of the given owner. */
export function logStatements<Owner extends object>(log: LogSql) {
  const { name, owns, scope } = log;
  const filter = filterOf(log);
  const columns = columnsOf(log);
  const names = `${log.actorNames}${log.targetNames}`;

  // Newest entry first, with `total` in each row. Only rows of the part need names; without a filter, none are counted.
  // Planned for its values: for an unknown limit, PostgreSQL expects a tenth of the log and reads all names.
  const list = sql<
    Owner & MatchValues & Omit<ListPart, "after"> & { belowId: string; isFiltered: boolean },
    { total: number } & (AuditEntryRow | { id: null })
  >(
    `list-${name}`,
    { total: "int4", ...ENTRY_TYPES },
    `
  SELECT counted.total, listed.*
  FROM (
    SELECT CASE
      WHEN NOT :isCounted::boolean THEN 0
      WHEN :isFiltered::boolean THEN (SELECT count(*) FROM audit_rows a WHERE ${filter})
      ELSE coalesce((SELECT h.rows FROM audit_heads h WHERE h.scope = ${scope}), 0)
    END::int AS total
  ) counted
  LEFT JOIN (
    SELECT ${columns}
    FROM (
      SELECT * FROM audit_rows a WHERE ${filter} AND a.id < :belowId
      ORDER BY a.id DESC LIMIT :limit OFFSET :offset
    ) a
    ${names}
  ) listed ON true
  ORDER BY listed.id::bigint DESC`,
    { plan: "each time" },
  );

  const readChoices = sql<Owner, AuditChoices>(
    `read-${name}-choices`,
    { actions: "text[]", actors: "json" },
    `
  WITH recent AS (
    SELECT a.* FROM audit_rows a WHERE ${owns("a")} ORDER BY a.id DESC LIMIT ${CHOICES_FROM}
  )
  SELECT ARRAY(SELECT DISTINCT action FROM recent ORDER BY action) AS actions,
    (SELECT coalesce(json_agg(json_build_object('actor', a.actor, 'name', ${log.actorName},
        'email', u.email) ORDER BY ${nameOrder(log.actorName)}, a.actor), '[]')
      FROM (SELECT DISTINCT ON (actor) * FROM recent) a ${log.actorNames}) AS actors`,
  );

  const readEnd = sql<Owner, { end: string }>(
    `read-${name}-end`,
    { end: "text" },
    `SELECT (coalesce(max(a.id), 0) + 1)::text AS "end" FROM audit_rows a WHERE ${owns("a")}`,
  );

  const readChain = declareChain<Owner>(log);

  return (owner: Owner) => ({
    /** A part of the matching rows, newest first, with the number of matches. */
    async list(asked: AuditFilter, { after, ...part }: ListPart) {
      const match = matchValues(asked);
      const isFiltered = Object.values(match).some((value) => value !== null);
      const belowId = after?.id ?? ABOVE_ALL;
      const matches = await list({ ...owner, ...match, ...part, belowId, isFiltered });
      return { total: matches[0]?.total ?? 0, rows: matches.filter((row) => row.id !== null) };
    },
    /** Actions and actors of the newest entries. */
    async readChoices() {
      const [row] = await readChoices(owner);
      return row ?? { actions: [], actors: [] };
    },
    /** An id above those of all rows that exist now, and of none that are added later. */
    async readEnd() {
      const [row] = await readEnd(owner);
      return row?.end ?? "1";
    },
    /** The rows after an id in chain order, null for the first, with the recorded end of the chain. */
    readChain: (afterId: string | null, limit: number) => readChain({ ...owner, afterId, limit }),
  });
}

function matchValues(filter: AuditFilter): MatchValues {
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

function filterOf({ owns, matches = "" }: LogSql): string {
  return `${owns("a")} ${matches}
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

const CHAIN = {
  id: "text",
  actor: "text",
  action: "text",
  /** Null for a timestamp outside the valid range. */
  createdAt: "timestamptz?",
  previousHash: "text?",
  /** As stored. */
  hash: "text",
  /** As computed from the content. */
  computedHash: "text",
  /** Whether the personal values that are left match the digests in the row. */
  fit: "bool",
  /** The number of personal values that were erased. */
  erased: "int4",
} as const;

/** An audit row as a link of its chain. Hashes in hex. */
export type ChainRow = RowOf<typeof CHAIN>;

/** The end of the chain as the database recorded it with the last row. */
type ChainHead = { rows: number; hash: string };

/** Some rows in order, with the recorded end of the chain from the same snapshot. */
type ChainPart = { head: ChainHead | null; rows: ChainRow[] };

/** The end of the chain, repeated in each row that the statement below returns. Null if unknown. */
const HEAD = { headRows: "text?", headHash: "text?" } as const;

type LinkedRow = RowOf<typeof HEAD> & (ChainRow | { id: null });

/** Declares the statement that reads the chain of a log's rows: those after an id, null for the first, in order. */
function declareChain<Owner extends object>({ name, owns, scope }: LogSql) {
  // One statement, so that rows and end come from the same snapshot.
  const read = sql<Owner & { afterId: string | null; limit: number }, LinkedRow>(
    `read-${name}-chain`,
    { ...HEAD, ...CHAIN },
    `
  SELECT
    h.rows::text AS "headRows", encode(h.hash, 'hex') AS "headHash",
    a.id::text AS id, a.actor, a.action,
    CASE WHEN a.created_at BETWEEN '0001-01-01Z' AND '9999-12-31Z' THEN a.created_at END AS "createdAt",
    encode(a.previous_hash, 'hex') AS "previousHash", encode(a.hash, 'hex') AS hash,
    encode(audit_row_hash(a), 'hex') AS "computedHash", p.fit, p.erased
  FROM (VALUES (1)) one
  LEFT JOIN audit_heads h ON h.scope = ${scope}
  LEFT JOIN LATERAL (
    SELECT * FROM audit_rows r
    WHERE ${owns("r")} AND (:afterId::bigint IS NULL OR r.id > :afterId)
    ORDER BY r.id LIMIT :limit
  ) a ON true
  LEFT JOIN LATERAL (${PERSONAL_CHECK}) p ON true
  ORDER BY a.id`,
  );
  return async (values: Owner & { afterId: string | null; limit: number }): Promise<ChainPart> => {
    const linked = await read(values);
    const { headRows = null, headHash = null } = linked[0] ?? {};
    const hasHead = headRows !== null && headHash !== null;
    return {
      head: hasHead ? { rows: Number(headRows), hash: headHash } : null,
      rows: linked.filter((row) => row.id !== null),
    };
  };
}
