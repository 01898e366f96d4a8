import { type ListPart, type PartValues, partValues } from "@/lib/core/db/list-part";
import { sql } from "@/lib/core/db/sql";
import { LAST_CALL_FOR_GRANT } from "@/lib/gate/calls/totals-sql";

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

/** Live grants `g` of `:clientId`. */
const LIVE = "g.client_id = :clientId AND g.revoked_at IS NULL";

// Ownership, count and page in one statement; no row if there is no such client. Only grants of the page need names.
const listGrants = sql<
  { organizationId: string; clientId: string } & PartValues,
  { total: number } & (GrantRow | { id: null })
>(
  "list-grants",
  {
    total: "int4",
    id: "text",
    companyId: "int8",
    organizationId: "text",
    name: "text",
    scopes: "text[]",
    approvedAt: "timestamptz",
    lastCallAt: "timestamptz",
  },
  `
  SELECT counted.total, listed.*
  FROM clients c
  CROSS JOIN (SELECT count(*)::int AS total FROM grants g WHERE :isCounted::boolean AND ${LIVE}) counted
  LEFT JOIN (
    SELECT g.id, g.company_id AS "companyId", g.organization_id AS "organizationId",
      coalesce(p.name, o.name) AS name, g.scopes, g.modified_at AS "approvedAt",
      ${LAST_CALL_FOR_GRANT} AS "lastCallAt"
    FROM (
      SELECT * FROM grants g
      WHERE ${LIVE} AND (g.modified_at, g.id) < (coalesce(:afterTime::timestamptz, 'infinity'), coalesce(:afterId, ''))
      ORDER BY g.modified_at DESC, g.id DESC LIMIT :limit OFFSET :offset
    ) g
    LEFT JOIN companies p ON p.id = g.company_id
    LEFT JOIN organizations o ON o.id = g.organization_id
  ) listed ON true
  WHERE c.organization_id = :organizationId AND c.client_id = :clientId AND c.deleted_at IS NULL
  ORDER BY listed."approvedAt" DESC, listed.id DESC`,
);

/** A part of a client's live grants and their number; null if there is no such client. */
export async function listGrantRows(
  organizationId: string,
  clientId: string,
  part: ListPart,
): Promise<{ total: number; rows: GrantRow[] } | null> {
  const rows = await listGrants({ organizationId, clientId, ...partValues(part) });
  const [first] = rows;
  return first ? { total: first.total, rows: rows.filter((row) => row.id !== null) } : null;
}
