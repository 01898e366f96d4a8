import { hotQuery } from "@/lib/kernel/db/pool";

/** An audit row as a link of its organization's chain. Hashes in hex. */
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
};

/** The end of the chain as the database recorded it with the last row. */
export type ChainHead = { rows: number; hash: string };

/** Some rows in order, with the end of the chain from the same snapshot. */
export type ChainPart = { head: ChainHead | null; rows: ChainRow[] };

// One statement, so that rows and end come from the same snapshot.
const READ_CHAIN = `
  SELECT h.rows::text AS "headRows", encode(h.hash, 'hex') AS "headHash", a.id::text AS id, a.actor,
    a.action, CASE WHEN a.created_at BETWEEN '0001-01-01Z' AND '9999-12-31Z' THEN a.created_at END
      AS "createdAt",
    encode(a.previous_hash, 'hex') AS "previousHash", encode(a.hash, 'hex') AS hash,
    encode(audit_row_hash(a), 'hex') AS "computedHash"
  FROM (SELECT $1::text AS organization_id) asked
  LEFT JOIN audit_heads h USING (organization_id)
  LEFT JOIN LATERAL (
    SELECT * FROM audit_rows r
    WHERE r.organization_id = asked.organization_id AND ($2::bigint IS NULL OR r.id > $2)
    ORDER BY r.id LIMIT $3
  ) a ON true
  ORDER BY a.id`;

/**
 * The rows of an organization after an id, in chain order.
 * @param afterId null to start with the first
 */
export async function readChain(
  organizationId: string,
  afterId: string | null,
  limit: number,
): Promise<ChainPart> {
  const values = [organizationId, afterId, limit];
  const rows = await hotQuery<
    { headRows: string | null; headHash: string | null } & (ChainRow | { id: null })
  >("read-audit-chain", READ_CHAIN, values);
  const { headRows = null, headHash = null } = rows[0] ?? {};
  return {
    head:
      headRows === null || headHash === null ? null : { rows: Number(headRows), hash: headHash },
    rows: rows.filter((row) => row.id !== null),
  };
}

const LIST_CHAINS = `
  SELECT o.id FROM organizations o
  WHERE EXISTS (SELECT 1 FROM audit_heads h WHERE h.organization_id = o.id)
    OR EXISTS (SELECT 1 FROM audit_rows r WHERE r.organization_id = o.id)
  ORDER BY o.id`;

/** Ids of all organizations that have a chain, for operators. */
export async function listChains(): Promise<string[]> {
  const rows = await hotQuery<{ id: string }>("list-audit-chains", LIST_CHAINS, []);
  return rows.map(({ id }) => id);
}
