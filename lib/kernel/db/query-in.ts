import type { Database } from "@/lib/kernel/db/client";
import { compileSql, valuesInOrder } from "@/lib/kernel/db/compile-sql";

/**
 * Reads rows in a Prisma transaction, or with the Prisma client outside of one, with a statement whose tables depend on
 * the call. A fixed statement is declared with `transactionStatement`, so that a test checks its row type.
 *
 * @param sql with named parameters: `:scopes`
 * @param values a value for each parameter; null is a value
 * @throws Error if a parameter has no value
 */
export function queryIn<Row>(database: Database, sql: string, values: object): Promise<Row[]> {
  const { text, parameters } = compileSql(sql);
  return database.$queryRawUnsafe<Row[]>(text, ...valuesInOrder(parameters, values));
}

/**
 * Changes rows, like {@link queryIn}.
 * @returns how many were changed
 */
export function executeIn(database: Database, sql: string, values: object): Promise<number> {
  const { text, parameters } = compileSql(sql);
  return database.$executeRawUnsafe(text, ...valuesInOrder(parameters, values));
}
