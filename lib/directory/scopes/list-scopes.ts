import { SCOPES } from "@/lib/directory/scopes/paths";
import { listScopeRows } from "@/lib/directory/scopes/repository";
import { directoryScopeListSchema, listScopesQuerySchema } from "@/lib/directory/scopes/schemas";
import { serializeScope } from "@/lib/directory/scopes/serialize";
import { TAG } from "@/lib/directory/values";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Lists the scopes that have a description, by name.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export const listScopes = operation({
  id: "listDirectoryScopes",
  route: `GET ${SCOPES}`,
  access: platform("scopes:read"),
  summary: "List scopes",
  description: "Lists the scopes that have a description, by name.",
  tag: TAG,
  query: listScopesQuerySchema,
  returns: json(directoryScopeListSchema, "A page of scopes."),
  async run({ query }) {
    const found = await listScopeRows(readCursor("scopes", query.cursor, ""), query);
    const { rows, page } = cursorPage("scopes", query.limit, found, ({ name }) => name);
    return { body: { items: rows.map(serializeScope), page } };
  },
});
