import type { QueryResultRow } from "pg";
import { compileSql, valuesInOrder } from "@/lib/core/db/compile-sql";
import { pool } from "@/lib/core/db/pool";

/**
 * Runs a statement that is planned for its values each time, because the best plan depends on them or on how the
 * statement was assembled.
 *
 * @param sql with named parameters: `:scopes`
 */
export async function plannedQuery<Row extends QueryResultRow>(
  sql: string,
  values: object,
): Promise<Row[]> {
  const { text, parameters } = compileSql(sql);
  const { rows } = await pool().query<Row>(text, valuesInOrder(parameters, values));
  return rows;
}
