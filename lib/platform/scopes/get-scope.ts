import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { bodyOf } from "@/lib/platform/resource";
import { findScope } from "@/lib/platform/scopes/repository";
import { directoryScopeSchema } from "@/lib/platform/scopes/schemas";
import { ofScope, SCOPE, scopes } from "@/lib/platform/scopes/scope";
import { TAG } from "@/lib/platform/values";

/**
 * One scope of the directory.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getScope = operation({
  id: "getDirectoryScope",
  route: `GET ${SCOPE}`,
  access: platform("scopes:read"),
  summary: "Fetch a scope",
  description: "Returns one scope.",
  tag: TAG,
  params: ofScope,
  returns: json(directoryScopeSchema, "The scope."),
  async run({ params }) {
    return bodyOf(scopes, await findScope(params.name));
  },
});
