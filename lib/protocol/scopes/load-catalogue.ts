import { sql } from "@/lib/core/db/sql";
import { type CatalogueScope, catalogue } from "@/lib/protocol/scopes/catalogue";

/**
 * Brings the database's scopes up to date with the catalogue, at each start: adds those that are missing, and updates
 * each text of the others that is still as the catalogue stored it. What the platform added or changed stays.
 */
export async function loadCatalogue(scopes: readonly CatalogueScope[] = catalogue): Promise<void> {
  await upsertScopes({ scopes: JSON.stringify(scopes) });
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
