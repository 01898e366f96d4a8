import { z } from "zod";

export const flag = z
  .enum(["0", "1"], { error: "is neither 0 nor 1" })
  .transform((value) => value === "1");

/** A setting that is a whole number. @param of what it counts, such as "days" */
export function wholeNumber(from: number, to: number, of?: string) {
  const problem = `is not a whole number${of ? ` of ${of}` : ""} from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, problem)
    .transform(Number)
    .refine((number) => number >= from && number <= to, problem);
}

/** A setting: its variable, and what it should look like. */
export const setting = <Variable extends string, Schema extends z.ZodType>(
  variable: Variable,
  schema: Schema,
  hint: string,
) => ({ variable, schema: schema.describe(hint) });

type Table = Readonly<Record<string, { variable: string; schema: z.ZodType }>>;

/** The values of a table of settings, by their names in the code. */
export type ValuesOf<T extends Table> = { readonly [Name in keyof T]: z.output<T[Name]["schema"]> };

/** The schemas of a table of settings, by their variables. */
export function variablesOf<T extends Table>(
  table: T,
): { [Name in keyof T as T[Name]["variable"]]: T[Name]["schema"] } {
  const rows = Object.values(table).map(({ variable, schema }) => [variable, schema]);
  // `fromEntries` loses the types of names and schemas, which are those of the table.
  return Object.fromEntries(rows) as ReturnType<typeof variablesOf<T>>;
}

/** The values of a table's variables, by their names in the code. */
export function valuesOf<T extends Table>(
  table: T,
  values: Readonly<Record<string, unknown>>,
): ValuesOf<T> {
  const rows = Object.entries(table).map(([name, { variable }]) => [name, values[variable]]);
  return Object.fromEntries(rows) as ValuesOf<T>;
}
