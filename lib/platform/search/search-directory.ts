import { z } from "zod";
import { containing, nameOrder } from "@/lib/core/db/list-sql";
import { sql } from "@/lib/core/db/sql";
import { PERSON_NAME } from "@/lib/core/full-name";
import { text } from "@/lib/core/schemas/described";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { CONSOLE, type DirectoryKind, directoryKinds, OPERATORS_TAG } from "@/lib/platform/values";

/** Most results of each kind. */
const MAX_FOUND = 5;

const foundSchema = z
  .looseObject({
    kind: z.enum(directoryKinds).meta({ description: "What was found." }),
    id: text("Its id.", "6740f1c2a9d34e0b7c51f1aa"),
    name: text("Its name.", "Shipfast"),
  })
  .meta({ id: "DirectoryMatch" });

export const searchDirectory = operation({
  id: "searchDirectory",
  request: {
    route: `GET ${CONSOLE}/search`,
    query: z.object({
      q: plainLine(1, 120).meta({ description: "Text in a name or an id.", example: "ship" }),
    }),
  },
  access: platform("overview:read"),
  summary: "Search extensions, organizations, companies, and people",
  description: `Returns up to ${MAX_FOUND} of each kind whose name or id contains the text: first those with exactly this name or id, then those whose name begins with it. For operators in the console.`,
  tag: OPERATORS_TAG,
  returns: json(
    z
      .looseObject({ items: z.array(foundSchema).meta({ description: "The best matches first." }) })
      .meta({ id: "DirectoryMatches" }),
    "What was found.",
  ),
  async run({ query: { q } }) {
    const pattern = containing(q);
    return {
      body: { items: await findMatches({ q, pattern, prefix: pattern.slice(1), most: MAX_FOUND }) },
    };
  },
});

// Conditions are those of the lists, whose indexes they use.
const findMatches = sql<
  { q: string; pattern: string; prefix: string; most: number },
  { kind: DirectoryKind; id: string; name: string }
>(
  "search-directory",
  { kind: "text", id: "text", name: "text" },
  `
  WITH matches AS (
    SELECT 1 AS place, 'extension' AS kind, c.client_id AS id, c.name
    FROM clients c JOIN organizations o ON o.id = c.organization_id
    WHERE c.deleted_at IS NULL
      AND (c.client_id = :q OR c.search_text LIKE lower(:pattern) OR o.name ILIKE :pattern)
    UNION ALL SELECT 2, 'organization', o.id, o.name FROM organizations o
    WHERE o.id ILIKE :pattern OR o.name ILIKE :pattern
    UNION ALL SELECT 3, 'company', c.id::text, c.name FROM companies c
    WHERE c.id::text = :q OR c.name ILIKE :pattern
    UNION ALL SELECT 4, 'person', u.id, coalesce(${PERSON_NAME("u")}, u.email, u.id) FROM users u
    WHERE u.erased_at IS NULL AND (u.external_id = :q OR u.id = :q
      OR person_search_text(u.first_name, u.last_name, u.email) LIKE lower(:pattern))
  ), ranked AS (
    SELECT *, CASE WHEN lower(name) = lower(:q) OR id = :q THEN 0 WHEN name ILIKE :prefix THEN 1 ELSE 2 END AS rank
    FROM matches
  ), numbered AS (
    SELECT *, row_number() OVER (PARTITION BY place ORDER BY rank, ${nameOrder("name")}, id) AS number
    FROM ranked
  )
  SELECT kind, id, name FROM numbered WHERE number <= :most
  ORDER BY rank, place, number`,
);
