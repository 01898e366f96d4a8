import { createHash } from "node:crypto";

const MAX_NAMED_STATEMENTS = 1_000;
const UNNAMED = "";
const names = new Map<string, string>();

/**
 * Names a Prisma statement so that PostgreSQL plans it once per connection. Statements after the first thousand (lists
 * of varying length keep producing new ones) stay unnamed, because a connection keeps named ones until it closes.
 *
 * @param query Only its text counts; equal texts get equal names in every process.
 */
export function statementName(query: { readonly sql: string }): string {
  const known = names.get(query.sql);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMED_STATEMENTS) return UNNAMED;
  const name = `p_${createHash("sha256").update(query.sql).digest("base64url").slice(0, 22)}`;
  names.set(query.sql, name);
  return name;
}
