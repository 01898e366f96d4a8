import { db } from "@/lib/kernel/db/client";
import type { CatalogueScope } from "@/lib/scopes/catalogue";

const COLUMNS = {
  name: true,
  title: true,
  sentence: true,
  group: true,
  access: true,
  customerData: true,
} as const;

/** A scope as stored; operators may have added their own. */
export type ScopeRow = Omit<CatalogueScope, "access"> & { access: string };

/** The known ones of these scopes, in no particular order. */
export function findScopes(names: readonly string[]): Promise<ScopeRow[]> {
  return db().scope.findMany({ where: { name: { in: [...names] } }, select: COLUMNS });
}

/** Every known scope, by business object and name. */
export function listScopes(): Promise<ScopeRow[]> {
  return db().scope.findMany({ select: COLUMNS, orderBy: [{ group: "asc" }, { name: "asc" }] });
}

/** Adds scopes and updates the texts of existing ones; others stay. */
export async function upsertScopes(scopes: readonly CatalogueScope[]): Promise<void> {
  const rows = JSON.stringify(scopes);
  await db().$executeRaw`
    INSERT INTO scopes (name, title, sentence, "group", access, customer_data)
    SELECT name, title, sentence, "group", access, "customerData"
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS given(name text, title text, sentence text, "group" text, access text, "customerData" boolean)
    ON CONFLICT (name) DO UPDATE SET title = excluded.title, sentence = excluded.sentence,
      "group" = excluded."group", access = excluded.access, customer_data = excluded.customer_data`;
}
