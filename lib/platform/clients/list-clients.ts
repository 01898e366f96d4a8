import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { CLIENTS, directoryClients } from "@/lib/platform/clients/directory-client";
import { listClientRows } from "@/lib/platform/clients/repository";
import { directoryClientListSchema, listClientsQuerySchema } from "@/lib/platform/clients/schemas";
import { readList } from "@/lib/platform/resource";
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
    return {
      body: await readList(directoryClients, query, (after) => listClientRows(after, query)),
    };
  },
});
