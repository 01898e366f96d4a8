import type { z } from "zod";
import { exampleOf } from "@/lib/kernel/http/example-of";

/** A JSON request body, with an example. */
export function sentJson(schema: z.ZodType) {
  return { "application/json": { schema, example: exampleOf(schema, "input") } };
}

/** A JSON response body, with an example. */
export function answeredJson(schema: z.ZodType) {
  return { "application/json": { schema, example: exampleOf(schema, "output") } };
}
