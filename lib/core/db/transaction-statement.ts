import type { Database } from "@/lib/core/db/client";
import { compileSql, valuesInOrder } from "@/lib/core/db/compile-sql";
import { type Columns, declareStatement } from "@/lib/core/db/statement";

/** Columns without int8, which Prisma returns as a BigInt from raw SQL. float8 is exact up to 2^53. */
export type PrismaColumns<Row> = {
  readonly [Key in keyof Columns<Row>]: Exclude<Columns<Row>[Key], "int8">;
};

/**
 * Declares a statement that runs in a Prisma transaction, or with the Prisma client outside of one.
 *
 * @param name unique; kebab-case
 * @param columns of the rows it returns; `{}` if it is run for its effect
 * @param sql with named parameters: `:scopes`
 * @returns a function that runs it
 */
export function transactionStatement<Values extends object, Row extends object = object>(
  name: string,
  columns: PrismaColumns<Row>,
  sql: string,
): (database: Database, values: Values) => Promise<Row[]> {
  const { text, parameters } = compileSql(sql);
  declareStatement(name, { text, parameters, columns });
  return (database, values) =>
    database.$queryRawUnsafe<Row[]>(text, ...valuesInOrder(parameters, values));
}
