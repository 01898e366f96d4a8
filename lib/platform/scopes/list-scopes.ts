import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { SCOPES } from "@/lib/platform/scopes/paths";
import { listScopeRows } from "@/lib/platform/scopes/repository";
import { directoryScopeListSchema, listScopesQuerySchema } from "@/lib/platform/scopes/schemas";
import { serializeScope } from "@/lib/platform/scopes/serialize";
import { TAG } from "@/lib/platform/values";

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
