import { ServiceError } from "@/lib/core/errors";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { ofScope, SCOPE } from "@/lib/platform/scopes/paths";
import { findScope } from "@/lib/platform/scopes/repository";
import { directoryScopeSchema } from "@/lib/platform/scopes/schemas";
import { serializeScope } from "@/lib/platform/scopes/serialize";
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
    const row = await findScope(params.name);
    if (!row) {
      throw new ServiceError(
        "not_found",
        "This scope has no description. Clients can use it all the same; describe it with a PUT.",
      );
    }
    return { body: serializeScope(row) };
  },
});
