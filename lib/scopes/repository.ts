import { db } from "@/lib/kernel/db/client";
import type { CatalogueScope } from "@/lib/scopes/catalogue";

const COLUMNS = {
  name: true,
  title: true,
  sentence: true,
  group: true,
  access: true,
  customerData: true,
  risk: true,
  restricted: true,
  deprecated: true,
  translations: true,
} as const;

/** A scope as stored; the platform may have added its own and changed those of the catalogue. */
export type ScopeRow = Omit<CatalogueScope, "access"> & {
  access: string;
  /** low, medium or high. */
  risk: string;
  restricted: boolean;
  deprecated: boolean;
  /** By language: `{"de": {"title": "…", "sentence": "…", "group": "…"}}`. */
  translations: unknown;
};

/** The known ones of these scopes, in no particular order. */
export function findScopes(names: readonly string[]): Promise<ScopeRow[]> {
  return db().scope.findMany({ where: { name: { in: [...names] } }, select: COLUMNS });
}

/** Every known scope, by business object and name. */
export function listScopes(): Promise<ScopeRow[]> {
  return db().scope.findMany({ select: COLUMNS, orderBy: [{ group: "asc" }, { name: "asc" }] });
}

/** Adds the scopes that are missing. Existing ones stay, because the platform may have changed them. */
export async function insertScopes(scopes: readonly CatalogueScope[]): Promise<void> {
  const rows = JSON.stringify(scopes);
  await db().$executeRaw`
    INSERT INTO scopes (name, title, sentence, "group", access, customer_data)
    SELECT name, title, sentence, "group", access, "customerData"
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS given(name text, title text, sentence text, "group" text, access text, "customerData" boolean)
    ON CONFLICT (name) DO NOTHING`;
}
