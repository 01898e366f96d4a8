import { z } from "zod";

/** The parts of a JSON Schema that an example depends on. */
interface SchemaNode {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly SchemaPart[];
  oneOf?: readonly SchemaPart[];
  items?: SchemaPart | readonly SchemaPart[];
  properties?: Readonly<Record<string, SchemaPart>>;
  minimum?: number;
  example?: unknown;
}
type SchemaPart = SchemaNode | boolean;
type Definitions = Readonly<Record<string, SchemaPart>>;

/** Builds an example of a request (`input`) or a response (`output`), see {@link exampleAt}. */
export function exampleOf(schema: z.ZodType, io: "input" | "output"): unknown {
  const root = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return exampleAt(root, root.$defs ?? {});
}

/**
 * Builds an example value for a JSON Schema from the examples of its fields. Strings and field-less objects without an
 * example are omitted if optional and null if nullable.
 * @param definitions what it refers to, by the last part of the reference
 */
export function exampleAt(raw: SchemaPart, definitions: Definitions): unknown {
  if (typeof raw === "boolean") return undefined;
  const node = resolve(raw, definitions);
  if ("example" in node) return node.example;
  const fixed = node.const ?? node.enum?.[0];
  if (fixed !== undefined) return fixed;
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return firstOf(choices, definitions);
  if (node.items !== undefined) {
    const [first = true] = [node.items].flat();
    const item = exampleAt(first, definitions);
    return item === undefined ? [] : [item];
  }
  if (node.type === "object") return fieldsOf(node, definitions);
  return scalarOf(node);
}

function firstOf(choices: readonly SchemaPart[], definitions: Definitions): unknown {
  for (const choice of choices) {
    const value = exampleAt(choice, definitions);
    if (value !== undefined) return value;
  }
  return undefined;
}

function fieldsOf(node: SchemaNode, definitions: Definitions): Record<string, unknown> {
  const fields = Object.entries(node.properties ?? {}).map(([name, field]): [string, unknown] => [
    name,
    exampleAt(field, definitions),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function scalarOf({ type, minimum }: SchemaNode): unknown {
  if (type === "boolean") return true;
  if ([type].flat().includes("null")) return null;
  if (type === "integer" || type === "number") return Math.max(1, minimum ?? 1);
  return undefined;
}

// A reference may have an example or a description next to it.
function resolve(node: SchemaNode, definitions: Definitions): SchemaNode {
  const { $ref, ...beside } = node;
  const target = $ref === undefined ? undefined : definitions[$ref.split("/").at(-1) ?? ""];
  return typeof target === "object" ? { ...resolve(target, definitions), ...beside } : node;
}
