import { z } from "zod";
import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { resource } from "@/lib/platform/resource";
import {
  findScope,
  insertScope,
  listScopeRows,
  lockScope,
  type ScopeChange,
  type ScopeRow,
  updateScope,
} from "@/lib/platform/scopes/repository";
import {
  directoryScopeSchema,
  listScopesQuerySchema,
  type ScopeFields,
  scopeFieldsSchema,
  scopeNameSchema,
} from "@/lib/platform/scopes/schemas";
import { missingField, type Stored } from "@/lib/platform/stored";
import { DIRECTORY } from "@/lib/platform/values";

export const scopes = resource({
  format: {
    name: "DirectoryScope",
    names: "DirectoryScopes",
    path: `${DIRECTORY}/scopes`,
    id: "name",
    params: z.object({
      name: scopeNameSchema.meta({
        description: "The scope, percent-encoded: `company%2Fgiftcards%2Fread`.",
        example: "company/giftcards/read",
      }),
    }),
    schema: directoryScopeSchema,
    query: listScopesQuerySchema,
    key: "name",
    fields: scopeFieldsSchema,
  },
  noun: "scope",
  read: "scopes:read",
  write: "scopes:write",
  missing:
    "This scope has no description. Clients can use it all the same; describe it with a PUT.",
  serialize: (row) =>
    directoryScopeSchema.parse({ ...row, access: row.access === "view" ? "read" : row.access }),
  find: ({ name }) => findScope(name),
  list: {
    name: "scopes",
    description: "Lists the scopes that have a description, by name.",
    rows: listScopeRows,
  },
  kind: "scope",
  put: {
    summary: "Describe a scope",
    description:
      "Creates or changes what sellers read about a scope, and whether it is restricted. Fields that are not sent stay the same. Texts that come with Latchkey can be replaced.",
    store: (tx, { name }, fields) => storeScope(tx, name, fields),
  },
});

const STORED_ACCESS = { read: "view", change: "change", delete: "delete" } as const;

/** Creates or changes a scope. Texts that come with Latchkey are replaced for good. */
async function storeScope(
  tx: Database,
  name: string,
  fields: ScopeFields,
): Promise<Stored<ScopeRow>> {
  const { title, sentence, group, access, ...others } = fields;
  const texts = { title, sentence, group, access: access && STORED_ACCESS[access] };
  const created = await createScope(tx, name, texts, others);
  if (created) return { status: "created", before: null, row: created };
  const before = await lockScope(tx, name);
  if (!before) {
    const [missing = "title"] = Object.entries(texts).find(([, text]) => text === undefined) ?? [];
    throw missingField(missing, "a scope");
  }
  const { translations, risk, restricted, deprecated } = others;
  const change = changesIn(before, { ...texts, translations, risk, restricted, deprecated });
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

/** Extensions that may request each described scope; scopes that none may request are omitted. */
export const countScopeUsers = operation({
  id: "countScopeUsers",
  access: scopes.list.access,
  returns: value<Record<string, number>>(),
  async run() {
    const rows = await countRows({});
    return Object.fromEntries(rows.map(({ name, extensions }) => [name, extensions]));
  },
});

const countRows = sql<object, { name: string; extensions: number }>(
  "count-scope-users",
  { name: "text", extensions: "int4" },
  `
  SELECT used.name, used.extensions FROM (
    SELECT wanted.name, count(*)::int AS extensions
    FROM clients c CROSS JOIN unnest(c.scopes) AS wanted (name)
    WHERE c.deleted_at IS NULL GROUP BY wanted.name
  ) used JOIN scopes s ON s.name = used.name`,
);
