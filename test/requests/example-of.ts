import { z } from "zod";
import { exampleAt } from "@/lib/core/schemas/example-of";

/** An example of what a schema takes, from those of its fields. */
export function exampleOf(schema: z.ZodType): unknown {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return exampleWith(root, root.$defs);
}

/** An example for a JSON Schema that refers to definitions. A reference may have an example next to it. */
export function exampleWith(schema: object, definitions: Record<string, object> = {}): unknown {
  const followed = JSON.stringify(schema, (_, value) => {
    if (typeof value?.$ref !== "string") return value;
    const { $ref, ...beside } = value;
    return { ...definitions[$ref.split("/").at(-1)], ...beside };
  });
  return exampleAt(JSON.parse(followed));
}
