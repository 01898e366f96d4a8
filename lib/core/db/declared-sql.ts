/** A statement as PostgreSQL takes it, with the name of each of its positions. */
export type CompiledSql = { readonly text: string; readonly parameters: readonly string[] };

// Quoted texts and names, comments and casts are passed over; what is left of a colon and a name is a parameter.
const PART = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|::|:([A-Za-z_]\w*)/g;

/**
 * Turns named parameters (`:scopes`) into positions (`$1`). A name that is used twice gets one position.
 * @throws Error if the statement already has positions
 */
export function compileSql(sql: string): CompiledSql {
  const parameters: string[] = [];
  const text = sql.replaceAll(PART, (part, name: string | undefined) => {
    if (name === undefined) return part;
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  if (/\$\d/.test(sql)) throw new Error("Use named parameters (:name), not positions ($1).");
  return { text, parameters };
}

/**
 * The values of a compiled statement by position.
 * @throws Error if a parameter has no value; null is a value
 */
export function valuesInOrder(parameters: readonly string[], values: object): unknown[] {
  return parameters.map((parameter) => {
    const value: unknown = Reflect.get(values, parameter);
    if (value === undefined) throw new Error(`The statement needs a value for :${parameter}`);
    return value;
  });
}

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
