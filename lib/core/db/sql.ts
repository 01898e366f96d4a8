import { Client, type QueryResultRow } from "pg";
import type { Database } from "@/lib/core/db/client";
import { type OwnConnection, pool, readInteger } from "@/lib/core/db/pool";

/** A statement as PostgreSQL takes it, with the name of each of its positions. */
export type CompiledSql = { readonly text: string; readonly parameters: readonly string[] };

// Quoted texts and names, comments and casts are passed over; what is left of a colon and a name is a parameter.
const PART = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|::|:([A-Za-z_]\w*)/g;

/** Turns named parameters (`:scopes`) into positions, one per name. @throws Error if it already has positions */
export function compileSql(sql: string): CompiledSql {
  const parameters: string[] = [];
  const text = sql.replaceAll(PART, (part, name: string | undefined) => {
    if (name === undefined) return part;
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  if (/\$\d/.test(sql)) throw new Error("Use named parameters (:name), not positions.");
  return { text, parameters };
}

/** The values of a compiled statement by position. @throws Error if a parameter has no value; null is a value */
export function valuesInOrder(parameters: readonly string[], values: object): unknown[] {
  return parameters.map((parameter) => {
    const value: unknown = Reflect.get(values, parameter);
    if (value === undefined) throw new Error(`The statement needs a value for :${parameter}`);
    return value;
  });
}

/** The types of TypeScript as which PostgreSQL types are read. */
type ValuesByType = {
  text: string;
  int4: number;
  int8: number;
  float8: number;
  bool: boolean;
  timestamptz: Date;
  bytea: Uint8Array;
  "text[]": string[];
  json: unknown;
  jsonb: unknown;
};

type BaseType<Value> = [Value] extends [string]
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

/**
 * The PostgreSQL types of a value: with `?` if it can be null, with `!` if its column can, but not in these rows. None of
 * null alone, which is a branch of a union that says more.
 */
type TypeName<Value> = [Value] extends [null]
  ? never
  : null extends Value
    ? `${BaseType<NonNullable<Value>>}?`
    : `${BaseType<Value>}${"" | "!"}`;

declare const VALUE: unique symbol;

/** A PostgreSQL type whose values TypeScript knows better. */
type Column<Value> = string & { readonly [VALUE]: Value };

/** A column that has only some values of its type, or JSON: `column<"open" | "closed">("text")`. */
export const column = <Value>(type: TypeName<Value>) => type as string as Column<Value>;

/** The row that has columns. */
export type RowOf<Declared> = {
  -readonly [Key in keyof Declared]: Declared[Key] extends Column<infer Value>
    ? Value
    : Declared[Key] extends `${infer Type}?`
      ? ValueOf<Type> | null
      : Declared[Key] extends `${infer Type}!`
        ? ValueOf<Type>
        : ValueOf<Declared[Key]>;
};

type ValueOf<Type> = Type extends keyof ValuesByType ? ValuesByType[Type] : never;

type KeyOf<Row> = Row extends unknown ? keyof Row : never;
type TypeAt<Row, Key extends PropertyKey> = Row extends { [K in Key]?: infer Value }
  ? TypeName<Value> | Column<Value>
  : never;

/** The columns of a row with their PostgreSQL types. A test compares them with what the database returns. */
export type Columns<Row> = { readonly [Key in KeyOf<Row>]: TypeAt<Row, Key> };

/** The columns of a statement's rows; none if it is run for its effect. */
export type ColumnsOf<Row> = [Row] extends [never] ? Record<never, string> : Columns<Row>;

/** A statement that was declared: what the test of row types reads. */
type DeclaredStatement = CompiledSql & {
  readonly columns: Readonly<Record<string, string>>;
};

const statements = new Map<string, DeclaredStatement>();

/** Every statement that the loaded modules declare, by name. */
export const declaredStatements = (): ReadonlyMap<string, DeclaredStatement> => statements;

/** Makes a statement known to the test of row types. */
export function declareStatement(name: string, declared: DeclaredStatement): void {
  statements.set(name, declared);
}

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
 * @param columns of the rows it returns: `{ email: "text?" }`; `{}` if it is run for its effect
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
  const integers = Object.keys(columns).filter((column) => columns[column]?.startsWith("int8"));
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
