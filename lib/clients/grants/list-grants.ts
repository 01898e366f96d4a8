import { z } from "zod";
import { type GrantRow, listGrantRows } from "@/lib/clients/grants/list-repository";
import type { ClientGrant } from "@/lib/clients/grants/schemas";
import { clientGrantListSchema } from "@/lib/clients/grants/schemas";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { walkQuery } from "@/lib/core/schemas/walk-schemas";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Lists a page of the live grants of a client of the caller's organization, newest first.
 * @throws ServiceError not_found, forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export const listGrants = operation({
  id: "listGrants",
  route: `GET ${CLIENT_PATH}/grants`,
  access: organization("clients:read"),
  summary: "List a client's grants",
  description:
    "Lists the companies that have the extension installed and the scopes each has granted.",
  tag: "Activity",
  params: ofClient,
  query: z.object(walkQuery),
  returns: json(clientGrantListSchema, "A page of grants."),
  async run({ params, query, caller }) {
    const { organizationId } = caller;
    const list: PagedList<GrantRow> = {
      name: `grants:${params.client_id}`,
      positionOf: ({ id, approvedAt }) => ({ id, value: approvedAt.toISOString() }),
      read: async (part) => {
        const found = await listGrantRows(organizationId, params.client_id, part);
        if (!found) throw noSuchClient();
        return found;
      },
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map(serializeGrant), page } };
  },
});

function serializeGrant(row: GrantRow): ClientGrant {
  return {
    company_id: row.companyId,
    organization_id: row.organizationId,
    name: row.name,
    scopes: row.scopes,
    approved_at: row.approvedAt.toISOString(),
    last_call_at: row.lastCallAt?.toISOString() ?? null,
  };
}
