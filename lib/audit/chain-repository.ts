import { PERSONAL_CHECK } from "@/lib/audit/personal-values-sql";
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

/** Some rows in order, with the ends of the chain from the same snapshot. */
export type ChainPart = { head: ChainHead | null; rows: ChainRow[] };

/** The facts about the chain, repeated in each row that the statements below return. Null if unknown. */
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

const LINK = `
  h.rows::text AS "headRows", encode(h.hash, 'hex') AS "headHash",
  a.id::text AS id, a.actor, a.action,
  CASE WHEN a.created_at BETWEEN '0001-01-01Z' AND '9999-12-31Z' THEN a.created_at END AS "createdAt",
  encode(a.previous_hash, 'hex') AS "previousHash", encode(a.hash, 'hex') AS hash, p.fit, p.erased`;

// One statement, so that rows and ends come from the same snapshot.
const readRows = sql<{ organizationId: string; afterId: string | null; limit: number }, LinkedRow>(
  "read-audit-chain",
  COLUMNS,
  `
  SELECT ${LINK}, encode(audit_row_hash(a), 'hex') AS "computedHash"
  FROM (SELECT :organizationId::text AS organization_id) asked
  LEFT JOIN audit_heads h USING (organization_id)
  LEFT JOIN LATERAL (
    SELECT * FROM audit_rows r
    WHERE r.organization_id = asked.organization_id AND (:afterId::bigint IS NULL OR r.id > :afterId)
    ORDER BY r.id LIMIT :limit
  ) a ON true
  LEFT JOIN LATERAL (${PERSONAL_CHECK}) p ON true
  ORDER BY a.id`,
);

const readPlatformRows = sql<{ afterId: string | null; limit: number }, LinkedRow>(
  "read-platform-audit-chain",
  COLUMNS,
  `
  SELECT ${LINK}, encode(platform_audit_row_hash(a), 'hex') AS "computedHash"
  FROM (SELECT 'platform' AS id) asked
  LEFT JOIN platform_audit_heads h USING (id)
  LEFT JOIN LATERAL (
    SELECT * FROM platform_audit_rows r
    WHERE :afterId::bigint IS NULL OR r.id > :afterId
    ORDER BY r.id LIMIT :limit
  ) a ON true
  LEFT JOIN LATERAL (${PERSONAL_CHECK}) p ON true
  ORDER BY a.id`,
);

/**
 * The rows of an organization after an id, in chain order.
 * @param afterId null to start with the first
 */
export async function readChain(
  organizationId: string,
  afterId: string | null,
  limit: number,
): Promise<ChainPart> {
  return partOf(await readRows({ organizationId, afterId, limit }));
}

/** The platform's own rows after an id, in chain order. */
export async function readPlatformChain(afterId: string | null, limit: number): Promise<ChainPart> {
  return partOf(await readPlatformRows({ afterId, limit }));
}

function partOf(rows: LinkedRow[]): ChainPart {
  const [ends] = rows;
  return {
    head: ends ? headOf(ends) : null,
    rows: rows.filter((row) => row.id !== null),
  };
}

function headOf({ headRows, headHash }: ChainFacts): ChainHead | null {
  if (headRows === null || headHash === null) return null;
  return { rows: Number(headRows), hash: headHash };
}

const listChainIds = sql<object, { id: string }>(
  "list-audit-chains",
  { id: "text" },
  `
  SELECT o.id FROM organizations o
  WHERE EXISTS (SELECT 1 FROM audit_heads h WHERE h.organization_id = o.id)
    OR EXISTS (SELECT 1 FROM audit_rows r WHERE r.organization_id = o.id)
  ORDER BY o.id`,
);

/** Ids of all organizations that have a chain, for operators. */
export async function listChains(): Promise<string[]> {
  const rows = await listChainIds({});
  return rows.map(({ id }) => id);
}
