import { Client, type QueryResultRow } from "pg";
import type { Database } from "@/lib/core/db/client";
import {
  type ColumnsOf,
  compileSql,
  declareStatement,
  valuesInOrder,
} from "@/lib/core/db/declared-sql";
import type { OwnConnection } from "@/lib/core/db/own-connection";
import { pool, readInteger } from "@/lib/core/db/pool";

/** A statement, or how it is assembled from those values that are given. */
type Text<Values> = string | ((given: Partial<Values>) => string);

type SqlOptions = {
  /**
   * When PostgreSQL plans the statement: once per connection, or each time for its values, because the best plan depends
   * on them. A generic plan expects every range of time to be small, and sorts its rows instead of reading the end of an
   * index. Prisma names every statement, so this has no effect in a transaction.
   */
  plan?: "once" | "each time";
};

/** Runs a declared statement: on the pool, in a Prisma transaction, or on a connection of its own. */
type RunSql<Values, Row> = (values: Values, on?: Database | OwnConnection) => Promise<Row[]>;

/**
 * Declares a statement. On the pool, PostgreSQL knows it by its name.
 *
 * @param name unique; kebab-case, at most 63 characters (PostgreSQL cuts longer ones)
 * @param columns of the rows it returns; `{}` if it is run for its effect
 * @param text with named parameters: `:scopes`. One that is assembled is planned each time, and is assembled without any
 * value for the test of row types.
 */
export function sql<Values extends object, Row extends QueryResultRow = never>(
  name: string,
  columns: ColumnsOf<Row>,
  text: Text<Values>,
  { plan = "once" }: SqlOptions = {},
): RunSql<Values, Row> {
  const compiled = compileSql(typeof text === "string" ? text : text({}));
  const compile =
    typeof text === "string" ? () => compiled : (values: Values) => compileSql(text(values));
  declareStatement(name, { ...compiled, columns });
  const poolName = typeof text === "string" && plan === "once" ? name : undefined;
  const readRows = integerReader<Row>(columns);
  return async (values, on) => {
    const { text: sent, parameters } = compile(values);
    const inOrder = valuesInOrder(parameters, values);
    if (on === undefined) {
      const { rows } = await pool().query<Row>({ name: poolName, text: sent, values: inOrder });
      return rows;
    }
    // Such a connection does not live long enough for a name to pay off.
    if (on instanceof Client) return (await on.query<Row>(sent, inOrder)).rows;
    return readRows(await on.$queryRawUnsafe<Row[]>(sent, ...inOrder));
  };
}

/** The only row of a statement that finds at most one. */
export function first<Row>(rows: readonly Row[]): Row | null {
  return rows[0] ?? null;
}

/** Reads int8 as a number, as the pool does: Prisma returns it as a BigInt from raw SQL. */
function integerReader<Row extends QueryResultRow>(columns: Readonly<Record<string, string>>) {
  const integers = Object.keys(columns).filter((column) => columns[column] === "int8");
  if (integers.length === 0) return (rows: Row[]) => rows;
  const read = (row: Row, column: string) => [column, row[column] && readInteger(row[column])];
  return (rows: Row[]) =>
    rows.map(
      (row): Row => ({
        ...row,
        ...Object.fromEntries(integers.map((column) => read(row, column))),
      }),
    );
}
