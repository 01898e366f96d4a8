import type { CompiledSql } from "@/lib/core/db/compile-sql";

type KeyOf<Row> = Row extends unknown ? keyof Row : never;
type ValueOf<Row, Key extends PropertyKey> = Row extends { [K in Key]?: infer Value }
  ? NonNullable<Value>
  : never;

/** The PostgreSQL types that are read as a type of TypeScript. */
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

/** The columns of a statement's rows; none if it is run for its effect. */
export type ColumnsOf<Row> = [Row] extends [never] ? Record<never, string> : Columns<Row>;

/** A statement that was declared: what the test of row types reads. */
export type DeclaredStatement = CompiledSql & {
  readonly columns: Readonly<Record<string, string>>;
};

const statements = new Map<string, DeclaredStatement>();

/** Every statement that the loaded modules declare, by name. */
export const declaredStatements = (): ReadonlyMap<string, DeclaredStatement> => statements;

/** Makes a statement known to the test of row types. */
export function declareStatement(name: string, declared: DeclaredStatement): void {
  statements.set(name, declared);
}
