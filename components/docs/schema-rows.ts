import { type OpenApiDocument, resolveSchema, type Schema } from "./openapi-document";

/** One field of a schema, flattened. */
export interface SchemaRow {
  /** Dotted from the top; `[]` is an item of an array: `items[].meta.name`. */
  path: string;
  type: string;
  required: boolean;
  description: string;
  /** Bounds, allowed values and default, in words. */
  constraints: string;
}

/** Deeper levels would be unreadable, and recursive schemas have no end. */
const MAX_DEPTH = 5;

/** The fields of a schema, parents before children. */
export function schemaRows(document: OpenApiDocument, schema: Schema): SchemaRow[] {
  return rowsOf(document, schema, "", 0);
}

function rowsOf(
  document: OpenApiDocument,
  raw: Schema,
  prefix: string,
  depth: number,
): SchemaRow[] {
  if (depth > MAX_DEPTH) return [];
  const schema = objectIn(document, raw);
  if (schema.items) return rowsOf(document, schema.items, `${prefix}[]`, depth + 1);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    const resolved = resolveSchema(document, property);
    const row = {
      path,
      type: typeInWords(document, property),
      required: schema.required?.includes(name) ?? false,
      description: resolved.description ?? "",
      constraints: constraintsInWords(resolved),
    };
    return [row, ...rowsOf(document, property, path, depth + 1)];
  });
}

/** Follows references, merges allOf, and takes the object or array out of "this or null". */
function objectIn(document: OpenApiDocument, raw: Schema): Schema {
  const schema = resolveSchema(document, raw);
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => objectIn(document, part));
    return {
      ...schema,
      properties: Object.assign({}, schema.properties, ...parts.map((part) => part.properties)),
      required: [...(schema.required ?? []), ...parts.flatMap((part) => part.required ?? [])],
    };
  }
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map((choice) => objectIn(document, choice));
  return choices.find((choice) => choice.properties ?? choice.items) ?? schema;
}

/** The type of a schema in a few words: "array of string", "string or null". */
export function typeInWords(document: OpenApiDocument, raw: Schema): string {
  const schema = resolveSchema(document, raw);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return [...new Set(choices.map((choice) => typeInWords(document, choice)))].join(" or ");
  }
  if (schema.items) return `array of ${typeInWords(document, schema.items)}`;
  if (schema.type === undefined) return schema.properties || schema.allOf ? "object" : "any";
  const name = typeof schema.type === "string" ? schema.type : schema.type.join(" or ");
  return schema.format ? `${name} (${schema.format})` : name;
}

/** What a value must satisfy beyond its type. */
export function constraintsInWords(schema: Schema): string {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const words = [
    values ? `one of ${values.map((value) => JSON.stringify(value)).join(", ")}` : "",
    rangeInWords(schema.minimum, schema.maximum, ""),
    rangeInWords(schema.minLength, schema.maxLength, " characters"),
    rangeInWords(schema.minItems, schema.maxItems, " items"),
    schema.pattern ? `matches ${schema.pattern}` : "",
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ];
  return words.filter(Boolean).join("; ");
}

/** JavaScript's own integer bounds are noise of the generator, not rules of the API. */
function rangeInWords(min: number | undefined, max: number | undefined, unit: string): string {
  const low = min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : undefined;
  const high = max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : undefined;
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`;
  if (low !== undefined) return `at least ${low}${unit}`;
  return high === undefined ? "" : `at most ${high}${unit}`;
}
