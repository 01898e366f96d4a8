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

/** An example for a JSON Schema without references, from those of its fields. Strings without one are omitted, or null if nullable. */
export function exampleAt(node: SchemaPart): unknown {
  if (typeof node === "boolean") return undefined;
  if ("example" in node) return node.example;
  const fixed = node.const ?? node.enum?.[0];
  if (fixed !== undefined) return fixed;
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return firstOf(choices);
  if (node.items !== undefined) {
    const [first = true] = [node.items].flat();
    const item = exampleAt(first);
    return item === undefined ? [] : [item];
  }
  if (node.type === "object") return fieldsOf(node);
  return scalarOf(node);
}

function firstOf(choices: readonly SchemaPart[]): unknown {
  for (const choice of choices) {
    const value = exampleAt(choice);
    if (value !== undefined) return value;
  }
  return undefined;
}

function fieldsOf(node: SchemaNode): Record<string, unknown> {
  const fields = Object.entries(node.properties ?? {}).map(
    ([name, field]) => [name, exampleAt(field)] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function scalarOf({ type, minimum }: SchemaNode): unknown {
  if (type === "boolean") return true;
  if ([type].flat().includes("null")) return null;
  if (type === "integer" || type === "number") return Math.max(1, minimum ?? 1);
  return undefined;
}
