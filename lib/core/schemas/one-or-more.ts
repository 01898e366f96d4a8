import { z } from "zod";

/** One value or an array of up to `max`, read as an array without duplicates. */
export function oneOrMore<S extends z.ZodType<string>>(schema: S, max: number) {
  return z
    .preprocess((sent) => (typeof sent === "string" ? [sent] : sent), z.array(schema))
    .refine((values) => values.length <= max, `must have at most ${max} values`)
    .transform((values) => [...new Set(values)]);
}
