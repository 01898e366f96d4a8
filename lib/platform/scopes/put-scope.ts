import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { putObject } from "@/lib/platform/resource";
import {
  insertScope,
  lockScope,
  type ScopeChange,
  type ScopeRow,
  updateScope,
} from "@/lib/platform/scopes/repository";
import {
  directoryScopeSchema,
  type ScopeFields,
  scopeFieldsSchema,
} from "@/lib/platform/scopes/schemas";
import { ofScope, SCOPE, scopes } from "@/lib/platform/scopes/scope";
import { missingField, type Stored } from "@/lib/platform/stored";
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
  run(context) {
    const { params, body } = context;
    return putObject(scopes, context, (tx) => storeScope(tx, params.name, body));
  },
});

const STORED_ACCESS = { read: "view", change: "change", delete: "delete" } as const;

/**
 * Creates or changes a scope. Fields that are not sent stay the same. Texts that come with Latchkey are replaced for
 * good.
 * @throws ServiceError invalid_request for a new scope without title, sentence, group or access
 */
export async function storeScope(
  tx: Database,
  name: string,
  fields: ScopeFields,
): Promise<Stored<ScopeRow>> {
  const { title, sentence, group, access, ...others } = fields;
  const sent = { title, sentence, group, access: access && STORED_ACCESS[access] };
  const created = await createScope(tx, name, sent, others);
  if (created) return { status: "created", before: null, row: created };
  const before = await lockScope(tx, name);
  if (!before) throw missingField(firstMissing(sent), "a scope");
  const { translations, risk, restricted, deprecated } = others;
  const change = changesIn(before, { ...sent, translations, risk, restricted, deprecated });
  if (!change) return { status: "unchanged", before, row: before };
  return { status: "updated", before, row: await updateScope(tx, name, change) };
}

type Texts = Pick<ScopeChange, "title" | "sentence" | "group" | "access">;

async function createScope(
  tx: Database,
  name: string,
  { title, sentence, group, access }: Texts,
  others: Pick<ScopeFields, "translations" | "risk" | "restricted" | "deprecated">,
): Promise<ScopeRow | null> {
  if (title === undefined || sentence === undefined || group === undefined) return null;
  if (access === undefined) return null;
  const { translations = {}, risk = "medium", restricted = false, deprecated = false } = others;
  const scope = { name, title, sentence, group, access, risk, restricted, deprecated };
  return insertScope(tx, { ...scope, translations });
}

function firstMissing(texts: Texts): string {
  return Object.entries(texts).find(([, value]) => value === undefined)?.[0] ?? "title";
}
