import { statement } from "@/lib/kernel/db/statement";

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
const readRows = statement<
  { organizationId: string; afterId: string | null; limit: number },
  { headRows: string | null; headHash: string | null } & (ChainRow | { id: null })
>(
  "read-audit-chain",
  {
    headRows: "text",
    headHash: "text",
    id: "text",
    actor: "text",
    action: "text",
    createdAt: "timestamptz",
    previousHash: "text",
    hash: "text",
    computedHash: "text",
  },
  `
  SELECT h.rows::text AS "headRows", encode(h.hash, 'hex') AS "headHash", a.id::text AS id, a.actor,
    a.action, CASE WHEN a.created_at BETWEEN '0001-01-01Z' AND '9999-12-31Z' THEN a.created_at END
      AS "createdAt",
    encode(a.previous_hash, 'hex') AS "previousHash", encode(a.hash, 'hex') AS hash,
    encode(audit_row_hash(a), 'hex') AS "computedHash"
  FROM (SELECT :organizationId::text AS organization_id) asked
  LEFT JOIN audit_heads h USING (organization_id)
  LEFT JOIN LATERAL (
    SELECT * FROM audit_rows r
    WHERE r.organization_id = asked.organization_id AND (:afterId::bigint IS NULL OR r.id > :afterId)
    ORDER BY r.id LIMIT :limit
  ) a ON true
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
  const rows = await readRows({ organizationId, afterId, limit });
  const { headRows = null, headHash = null } = rows[0] ?? {};
  return {
    head:
      headRows === null || headHash === null ? null : { rows: Number(headRows), hash: headHash },
    rows: rows.filter((row) => row.id !== null),
  };
}

const listChainIds = statement<object, { id: string }>(
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
