import type { QueryResultRow } from "pg";
import { compileSql, valuesInOrder } from "@/lib/core/db/compile-sql";
import type { OwnConnection } from "@/lib/core/db/own-connection";

/**
 * Runs a statement on a connection outside the pool.
 *
 * @param sql with named parameters: `:scopes`
 * @param values a value for each parameter; null is a value
 * @throws Error if a parameter has no value
 */
export async function queryOn<Row extends QueryResultRow>(
  client: OwnConnection,
  sql: string,
  values: object,
): Promise<Row[]> {
  const { text, parameters } = compileSql(sql);
  const { rows } = await client.query<Row>(text, valuesInOrder(parameters, values));
  return rows;
}
