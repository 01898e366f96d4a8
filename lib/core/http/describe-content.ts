import type { z } from "zod";

/** A JSON body. Its example derives from those of its fields. @param type of a body that repeats it, as lines or events */
export function jsonContent(schema: z.ZodType, type = "application/json") {
  return { [type]: { schema } };
}

/** A request body in JSON or as a form. */
export function jsonOrForm(schema: z.ZodType) {
  return {
    required: true,
    content: {
      ...jsonContent(schema),
      ...jsonContent(schema, "application/x-www-form-urlencoded"),
    },
  };
}

/** A request body that is a file of one of these media types. */
export function fileContent(types: readonly string[]) {
  const schema = { type: "string", format: "binary" } as const;
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}
