import { transaction } from "@/lib/core/db/client";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { recordStored } from "@/lib/platform/record-stored";
import { ofScope, SCOPE } from "@/lib/platform/scopes/paths";
import { directoryScopeSchema, scopeFieldsSchema } from "@/lib/platform/scopes/schemas";
import { auditedScope, serializeScope } from "@/lib/platform/scopes/serialize";
import { storeScope } from "@/lib/platform/scopes/store-scope";
import { TAG } from "@/lib/platform/values";

/**
 * Creates or changes a scope.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request
 */
export const putScope = operation({
  id: "putDirectoryScope",
  route: `PUT ${SCOPE}`,
  access: platform("scopes:write"),
  summary: "Describe a scope",
  description:
    "Creates or changes what sellers read about a scope, and whether it is restricted. Fields that are not sent stay the same. Texts that come with Latchkey can be replaced.",
  tag: TAG,
  params: ofScope,
  body: scopeFieldsSchema,
  returns: json(directoryScopeSchema, "The scope, updated or unchanged.", {
    created: "The new scope.",
  }),
  errors: ["precondition_failed"],
  async run({ params, body, caller, info, ifNoneMatch }) {
    const { status, row } = await transaction(async (tx) => {
      const stored = await storeScope(tx, params.name, body);
      const target = `scope:${params.name}`;
      await recordStored(
        tx,
        { caller, info, ifNoneMatch },
        { kind: "scope", target, stored },
        auditedScope,
      );
      return stored;
    });
    return { isNew: status === "created", body: serializeScope(row) };
  },
});
