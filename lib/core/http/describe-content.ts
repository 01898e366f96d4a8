import type { z } from "zod";
import { exampleOf } from "@/lib/core/http/example-of";

/** A JSON request body, with an example. */
export function sentJson(schema: z.ZodType) {
  return { "application/json": { schema, example: exampleOf(schema, "input") } };
}

/** A request body that is a file of one of these media types. */
export function sentFile(types: readonly string[]) {
  const schema = { type: "string", format: "binary" } as const;
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** A JSON response body, with an example. @param type of a body that repeats it, as lines or events */
export function answeredJson(schema: z.ZodType, type = "application/json") {
  return { [type]: { schema, example: exampleOf(schema, "output") } };
}
