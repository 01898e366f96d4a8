import type { z } from "zod";

/** `updatedAt` as `updated_at`. */
type WireName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${WireName<Rest>}`
  : "";

type WireValue<Value> = Value extends Date ? string : Value;

type Wire<Row> = { [Name in keyof Row & string as WireName<Name>]: WireValue<Row[Name]> };

/** The columns of a row that a schema has: in snake_case, and timestamps in ISO 8601. */
export function toWire<Row extends object>(row: Row, schema: z.ZodObject): Wire<Row> {
  const fields: Record<string, unknown> = {};
  for (const [name, column] of columnsOf(schema)) {
    const value: unknown = Reflect.get(row, column);
    if (value !== undefined) fields[name] = value instanceof Date ? value.toISOString() : value;
  }
  // The names and values are those of the type, which TypeScript cannot follow.
  return fields as Wire<Row>;
}

type ColumnNames = readonly (readonly [name: string, column: string])[];

// An export has a million rows of one schema.
const columnNames = new WeakMap<z.ZodObject, ColumnNames>();

function columnsOf(schema: z.ZodObject): ColumnNames {
  const names = columnNames.get(schema);
  if (names) return names;
  const columns = Object.keys(schema.shape).map((name) => {
    const column = name.replaceAll(/_[a-z]/g, (letter) => letter.charAt(1).toUpperCase());
    return [name, column] as const;
  });
  columnNames.set(schema, columns);
  return columns;
}
