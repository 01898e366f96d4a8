import { z } from "zod";
import { clientGrantListSchema, clientGrantSchema } from "@/lib/clients/impact/schemas";
import { CLIENT_PATH, NoSuchClientError, ofClient } from "@/lib/clients/paths";
import { type PartValues, partValues } from "@/lib/core/db/list-sql";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { type RowOf, sql } from "@/lib/core/db/sql";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { paginationQuery } from "@/lib/core/schemas/page-schemas";
import { toWire } from "@/lib/core/schemas/to-wire";
import { LAST_CALL_FOR_GRANT } from "@/lib/gate/calls/totals-sql";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

export const listGrants = operation({
  id: "listGrants",
  request: {
    route: `GET ${CLIENT_PATH}/grants`,
    params: ofClient,
    query: z.object(paginationQuery),
  },
  access: organization("clients:read"),
  summary: "List a client's grants",
  description:
    "Lists the companies that have the extension installed and the scopes each has granted. Sandbox companies are left out.",
  tag: "Clients",
  returns: json(clientGrantListSchema, "A page of grants."),
  async run({ params, query, caller }) {
    const { organizationId } = caller;
    const list: PagedList<GrantRow> = {
      name: `grants:${params.client_id}`,
      positionOf: ({ id, approvedAt }) => ({ id, value: approvedAt.toISOString() }),
      read: async (part) => {
        const clientId = params.client_id;
        const rows = await selectGrants({ organizationId, clientId, ...partValues(part) });
        const [first] = rows;
        if (!first) throw new NoSuchClientError();
        return { total: first.total, rows: rows.filter((row) => row.id !== null) };
      },
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map((row) => toWire(row, clientGrantSchema)), page } };
  },
});

const GRANT = {
  id: "text",
  companyId: "int8?",
  organizationId: "text?",
  name: "text",
  scopes: "text[]",
  approvedAt: "timestamptz",
  lastCallAt: "timestamptz?",
} as const;

/** A live grant with its grantor and its last use. */
type GrantRow = RowOf<typeof GRANT>;

/** Live grants `g` of `:clientId`, without trials. */
const LIVE = `g.client_id = :clientId AND g.revoked_at IS NULL AND ${isReal("g.company_id")}`;

// Ownership, count and page in one statement; no row if there is no such client. Only grants of the page need names.
const selectGrants = sql<
  { organizationId: string; clientId: string } & PartValues,
  { total: number } & (GrantRow | { id: null })
>(
  "list-grants",
  { total: "int4", ...GRANT },
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
