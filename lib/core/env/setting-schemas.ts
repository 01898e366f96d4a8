import { z } from "zod";

/** A setting that is on or off. */
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
