import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { readList } from "@/lib/platform/resource";
import { listScopeRows } from "@/lib/platform/scopes/repository";
import { directoryScopeListSchema, listScopesQuerySchema } from "@/lib/platform/scopes/schemas";
import { SCOPES, scopes } from "@/lib/platform/scopes/scope";
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
    return { body: await readList(scopes, query, (after) => listScopeRows(after, query)) };
  },
});
