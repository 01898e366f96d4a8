import { listClientRows, positionIn } from "@/lib/clients/list-repository";
import { COLLECTION_PATH } from "@/lib/clients/paths";
import { listClientsQuerySchema } from "@/lib/clients/query-schemas";
import type { ClientRow } from "@/lib/clients/repository";
import { clientListSchema } from "@/lib/clients/schemas";
import { serializeClient } from "@/lib/clients/serialize";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Lists a page of the caller's organization's clients with masked secrets (platform spec, section 4.1).
 * @throws ServiceError forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export const listClients = operation({
  id: "listClients",
  request: {
    route: `GET ${COLLECTION_PATH}`,
    params: organizationParams,
    query: listClientsQuerySchema,
  },
  access: organization("clients:read"),
  summary: "List clients",
  description: "Lists the organization's clients, page by page. Secrets are always masked.",
  tag: "Clients",
  returns: json(clientListSchema, "A page of clients."),
  async run({ query, caller }) {
    const { organizationId } = caller;
    const list: PagedList<ClientRow> = {
      name: `clients:${organizationId}:${query.sort}`,
      positionOf: (row) => positionIn(query.sort, row),
      read: (part) => listClientRows(organizationId, query, part),
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map((row) => serializeClient(row)), page } };
  },
});
