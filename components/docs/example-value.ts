import { type OpenApiDocument, resolveSchema, type Schema } from "./openapi-document";

const MAX_DEPTH = 5;

/** A value that satisfies a schema, from its examples where it has some. */
export function exampleValue(document: OpenApiDocument, raw: Schema, depth = 0): unknown {
  const schema = resolveSchema(document, raw);
  const given = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  if (schema.default !== undefined) return schema.default;
  if (depth > MAX_DEPTH) return null;
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return exampleValue(document, choice, depth + 1);
  if (schema.allOf) {
    return Object.assign(
      {},
      ...schema.allOf.map((part) => exampleValue(document, part, depth + 1)),
    );
  }
  if (schema.items) return [exampleValue(document, schema.items, depth + 1)];
  if (schema.properties) return exampleObject(document, schema.properties, depth);
  return exampleScalar(schema);
}

function exampleObject(
  document: OpenApiDocument,
  properties: Readonly<Record<string, Schema>>,
  depth: number,
): Record<string, unknown> {
  const entries = Object.entries(properties).map(([name, property]) => [
    name,
    exampleValue(document, property, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

function exampleScalar(schema: Schema): unknown {
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  switch (type) {
    case "integer":
    case "number":
      return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 1;
    case "boolean":
      return true;
    case "object":
      return {};
    case "null":
      return null;
    default:
      return schema.format === "date-time" ? "2026-01-31T12:00:00.000Z" : "string";
  }
}
