import type { z } from "zod";

/** `updatedAt` as `updated_at`. */
type WireName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${WireName<Rest>}`
  : "";

type WireValue<Value> = Value extends Date ? string : Value;

type Wire<Row> = { [Name in keyof Row & string as WireName<Name>]: WireValue<Row[Name]> };

/**
 * The fields of a response that are columns of a row: in snake_case, and timestamps in ISO 8601. Columns that the schema
 * does not have stay out.
 */
export function toWire<Row extends object>(row: Row, schema: z.ZodObject): Wire<Row> {
  const fields = Object.keys(schema.shape).flatMap((name) => {
    const column = name.replaceAll(/_[a-z]/g, (letter) => letter.charAt(1).toUpperCase());
    const value: unknown = Reflect.get(row, column);
    if (value === undefined) return [];
    return [[name, value instanceof Date ? value.toISOString() : value]];
  });
  // The names and values are those of the type, which TypeScript cannot follow.
  return Object.fromEntries(fields) as Wire<Row>;
}
