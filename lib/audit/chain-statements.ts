import type { LogSql } from "@/lib/audit/log-statements";
import { PERSONAL_CHECK } from "@/lib/audit/personal-values";
import { sql } from "@/lib/core/db/sql";

/** An audit row as a link of its chain. Hashes in hex. */
export type ChainRow = {
  id: string;
  actor: string;
  action: string;
  /** Null for a timestamp outside the valid range. */
  createdAt: Date | null;
  previousHash: string | null;
  /** As stored. */
  hash: string;
  /** As computed from the content. */
  computedHash: string;
  /** Whether the personal values that are left match the digests in the row. */
  fit: boolean;
  /** The number of personal values that were erased. */
  erased: number;
};

/** The end of the chain as the database recorded it with the last row. */
export type ChainHead = { rows: number; hash: string };

/** Some rows in order, with the recorded end of the chain from the same snapshot. */
export type ChainPart = { head: ChainHead | null; rows: ChainRow[] };

/** The facts about the chain, repeated in each row that the statement below returns. Null if unknown. */
type ChainFacts = {
  headRows: string | null;
  headHash: string | null;
};

type LinkedRow = ChainFacts & (ChainRow | { id: null });

const COLUMNS = {
  headRows: "text",
  headHash: "text",
  id: "text",
  actor: "text",
  action: "text",
  createdAt: "timestamptz",
  previousHash: "text",
  hash: "text",
  computedHash: "text",
  fit: "bool",
  erased: "int4",
} as const;

/** Declares the statement that reads the chain of a log's rows: those after an id, null for the first, in order. */
export function declareChain<Owner extends object>({ name, owns, scope }: LogSql) {
  // One statement, so that rows and end come from the same snapshot.
  const read = sql<Owner & { afterId: string | null; limit: number }, LinkedRow>(
    `read-${name}-chain`,
    COLUMNS,
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
    const [ends] = linked;
    return { head: ends ? headOf(ends) : null, rows: linked.filter((row) => row.id !== null) };
  };
}

function headOf({ headRows, headHash }: ChainFacts): ChainHead | null {
  if (headRows === null || headHash === null) return null;
  return { rows: Number(headRows), hash: headHash };
}
