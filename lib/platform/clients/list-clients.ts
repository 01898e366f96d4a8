import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { CLIENTS } from "@/lib/platform/clients/paths";
import { listClientRows } from "@/lib/platform/clients/repository";
import { directoryClientListSchema, listClientsQuerySchema } from "@/lib/platform/clients/schemas";
import { serializeClient } from "@/lib/platform/clients/serialize";
import { TAG } from "@/lib/platform/values";

/**
 * Lists extensions of all organizations.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export const listClients = operation({
  id: "listDirectoryClients",
  route: `GET ${CLIENTS}`,
  access: platform("extensions:read"),
  summary: "List extensions of all organizations",
  description: "Lists extensions in the order of their ids. Deleted ones are not listed.",
  tag: TAG,
  query: listClientsQuerySchema,
  returns: json(directoryClientListSchema, "A page of extensions."),
  async run({ query }) {
    const found = await listClientRows(readCursor("clients", query.cursor, ""), query);
    const { rows, page } = cursorPage("clients", query.limit, found, ({ clientId }) => clientId);
    return { body: { items: rows.map(serializeClient), page } };
  },
});
