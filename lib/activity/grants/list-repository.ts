import { hotQuery } from "@/lib/kernel/db/pool";

/** A live grant with its grantor and its last use. */
export type GrantRow = {
  id: string;
  companyId: number | null;
  organizationId: string | null;
  name: string;
  scopes: string[];
  approvedAt: Date;
  lastCallAt: Date | null;
};

const LIVE = "g.client_id = $2 AND g.revoked_at IS NULL";

// Ownership, count and page in one statement; no row if there is no such client.
const LIST_GRANTS = `
  SELECT counted.total, listed.*
  FROM clients c
  CROSS JOIN (SELECT count(*)::int AS total FROM grants g WHERE ${LIVE}) counted
  LEFT JOIN (
    SELECT g.id, g.company_id AS "companyId", g.organization_id AS "organizationId",
      coalesce(p.name, o.name) AS name, g.scopes, g.modified_at AS "approvedAt",
      (SELECT max(a.created_at) FROM api_calls a
        WHERE a.company_id = g.company_id AND a.client_id = g.client_id) AS "lastCallAt"
    FROM grants g
    LEFT JOIN companies p ON p.id = g.company_id
    LEFT JOIN organizations o ON o.id = g.organization_id
    WHERE ${LIVE} ORDER BY g.modified_at DESC, g.id DESC LIMIT $3 OFFSET $4
  ) listed ON true
  WHERE c.organization_id = $1 AND c.client_id = $2 AND c.deleted_at IS NULL
  ORDER BY listed."approvedAt" DESC, listed.id DESC`;

/** A page of a client's live grants and their number; null if there is no such client. */
export async function listGrantRows(
  organizationId: string,
  clientId: string,
  { page_no, page_size }: { page_no: number; page_size: number },
): Promise<{ total: number; grants: GrantRow[] } | null> {
  const values = [organizationId, clientId, page_size, (page_no - 1) * page_size];
  const rows = await hotQuery<{ total: number } & (GrantRow | { id: null })>(
    "list-grants",
    LIST_GRANTS,
    values,
  );
  const [first] = rows;
  return first ? { total: first.total, grants: rows.filter((row) => row.id !== null) } : null;
}
