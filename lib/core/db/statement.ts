import type { QueryResultRow } from "pg";
import { type CompiledSql, compileSql, valuesInOrder } from "@/lib/core/db/compile-sql";
import { pool } from "@/lib/core/db/pool";

type KeyOf<Row> = Row extends unknown ? keyof Row : never;
type ValueOf<Row, Key extends PropertyKey> = Row extends { [K in Key]?: infer Value }
  ? NonNullable<Value>
  : never;

/** The PostgreSQL types that node-postgres reads as a type of TypeScript. */
type TypeName<Value> = [Value] extends [string]
  ? "text"
  : [Value] extends [number]
    ? "int4" | "int8" | "float8"
    : [Value] extends [boolean]
      ? "bool"
      : [Value] extends [Date]
        ? "timestamptz"
        : [Value] extends [Uint8Array]
          ? "bytea"
          : [Value] extends [readonly string[]]
            ? "text[]"
            : "json" | "jsonb";

/** The columns of a row with their PostgreSQL types. A test compares them with what the database returns. */
export type Columns<Row> = { readonly [Key in KeyOf<Row>]: TypeName<ValueOf<Row, Key>> };

/** A statement that was declared: what the test of row types reads. */
export type DeclaredStatement = CompiledSql & {
  readonly columns: Readonly<Record<string, string>>;
};

const statements = new Map<string, DeclaredStatement>();

/** Every statement that the loaded modules declare, by name. */
export const declaredStatements = (): ReadonlyMap<string, DeclaredStatement> => statements;

/**
 * Declares a statement that is parsed and planned once per connection, and then known by its name.
 *
 * @param name unique; kebab-case, at most 63 characters (PostgreSQL cuts longer ones)
 * @param columns of the rows it returns; `{}` if it returns none
 * @param sql with named parameters: `:scopes`
 * @returns a function that runs it
 */
export function statement<Values extends object, Row extends QueryResultRow = never>(
  name: string,
  columns: [Row] extends [never] ? Record<never, string> : Columns<Row>,
  sql: string,
): (values: Values) => Promise<Row[]> {
  const { text, parameters } = compileSql(sql);
  declareStatement(name, { text, parameters, columns });
  return async (values) => {
    const inOrder = valuesInOrder(parameters, values);
    const { rows } = await pool().query<Row>({ name, text, values: inOrder });
    return rows;
  };
}

/**
 * Declares a statement that is planned for its values each time, because the best plan depends on them. A generic plan
 * expects every range of time to be small, and sorts its rows instead of reading the end of an index.
 *
 * @param name, columns, sql as those of {@link statement}
 * @returns a function that runs it
 */
export function plannedStatement<Values extends object, Row extends QueryResultRow>(
  name: string,
  columns: Columns<Row>,
  sql: string,
): (values: Values) => Promise<Row[]> {
  const { text, parameters } = compileSql(sql);
  declareStatement(name, { text, parameters, columns });
  return async (values) => {
    const { rows } = await pool().query<Row>(text, valuesInOrder(parameters, values));
    return rows;
  };
}

/** Makes a statement known to the test of row types. */
export function declareStatement(name: string, declared: DeclaredStatement): void {
  statements.set(name, declared);
}
