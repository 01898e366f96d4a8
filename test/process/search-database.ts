import { db } from "@/lib/core/db/client";

/**
 * The tables in which any column of any row contains a text, in any case: in clear, within JSON or an array, or as
 * bytes.
 */
export async function searchDatabase(text: string): Promise<string[]> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT quote_ident(relname) AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await db().$queryRawUnsafe<{ hit: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM ${name} AS r WHERE position(lower($1) IN lower(r::text)) > 0
         OR position(encode(convert_to($1, 'UTF8'), 'hex') IN r::text) > 0) AS hit`,
      text,
    );
    if (row?.hit) found.push(name);
  }
  return found;
}
