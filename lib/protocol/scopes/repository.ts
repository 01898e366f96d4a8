import { db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { CatalogueScope } from "@/lib/protocol/scopes/catalogue";

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

/** Finds scopes by name, in no particular order; unknown names are left out. */
export function findScopes(names: readonly string[]): Promise<ScopeRow[]> {
  return db().scope.findMany({ where: { name: { in: [...names] } }, select: COLUMNS });
}

/** Every known scope, by business object and name. */
export function listScopes(): Promise<ScopeRow[]> {
  return db().scope.findMany({ select: COLUMNS, orderBy: [{ group: "asc" }, { name: "asc" }] });
}

/** The names of all known scopes. */
export async function listScopeNames(): Promise<string[]> {
  return (await db().scope.findMany({ select: { name: true } })).map(({ name }) => name);
}

const upsertScopes = sql<{ scopes: string }>(
  "store-scope-catalogue",
  {},
  `
  INSERT INTO scopes AS s (name, title, sentence, "group", access, customer_data, built_in)
  SELECT name, title, sentence, "group", access, "customerData",
    jsonb_build_object('title', title, 'sentence', sentence, 'group', "group", 'access', access)
  FROM jsonb_to_recordset(:scopes::jsonb)
    AS given(name text, title text, sentence text, "group" text, access text, "customerData" boolean)
  ON CONFLICT (name) DO UPDATE SET
    title = CASE WHEN s.title = s.built_in->>'title' THEN excluded.title ELSE s.title END,
    sentence = CASE WHEN s.sentence = s.built_in->>'sentence' THEN excluded.sentence ELSE s.sentence END,
    "group" = CASE WHEN s."group" = s.built_in->>'group' THEN excluded."group" ELSE s."group" END,
    access = CASE WHEN s.access = s.built_in->>'access' THEN excluded.access ELSE s.access END,
    customer_data = excluded.customer_data,
    built_in = excluded.built_in
  WHERE s.built_in IS DISTINCT FROM excluded.built_in`,
);

/**
 * Adds the scopes that are missing, and updates each text of the others that is still as the catalogue stored it. The
 * platform may have changed the rest.
 */
export async function storeCatalogue(scopes: readonly CatalogueScope[]): Promise<void> {
  await upsertScopes({ scopes: JSON.stringify(scopes) });
}
