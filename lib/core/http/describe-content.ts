import { z } from "zod";

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

type Node = z.core.JSONSchema.BaseSchema;
type Definitions = Readonly<Record<string, Node>>;

/**
 * Builds an example value for a schema from the examples of its fields. Strings and field-less objects without an
 * example are omitted if optional and null if nullable.
 *
 * @param io `input` for requests, `output` for responses.
 */
export function exampleOf(schema: z.ZodType, io: "input" | "output"): unknown {
  const root = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return exampleAt(root, root.$defs ?? {});
}

function exampleAt(raw: Node, definitions: Definitions): unknown {
  const node = resolve(raw, definitions);
  if ("example" in node) return node.example;
  const fixed = node.const ?? node.enum?.[0];
  if (fixed !== undefined) return fixed;
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return firstOf(choices, definitions);
  if (typeof node.items === "object" && !Array.isArray(node.items)) {
    const item = exampleAt(node.items, definitions);
    return item === undefined ? [] : [item];
  }
  if (node.type === "object") return fieldsOf(node, definitions);
  return scalarOf(node);
}

function firstOf(choices: readonly Node[], definitions: Definitions): unknown {
  for (const choice of choices) {
    const value = exampleAt(choice, definitions);
    if (value !== undefined) return value;
  }
  return undefined;
}

function fieldsOf(node: Node, definitions: Definitions): Record<string, unknown> {
  const fields = Object.entries(node.properties ?? {}).map(([name, field]): [string, unknown] => [
    name,
    typeof field === "object" ? exampleAt(field, definitions) : undefined,
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function scalarOf({ type, minimum }: Node): unknown {
  if (type === "boolean") return true;
  if ([type].flat().includes("null")) return null;
  if (type === "integer" || type === "number") return Math.max(1, minimum ?? 1);
  return undefined;
}

// A reference may have an example or a description next to it.
function resolve(node: Node, definitions: Definitions): Node {
  const { $ref, ...beside } = node;
  const target = $ref === undefined ? undefined : definitions[$ref.replace("#/$defs/", "")];
  return target ? { ...resolve(target, definitions), ...beside } : node;
}
