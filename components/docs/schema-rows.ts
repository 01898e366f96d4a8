import type { useTranslations } from "next-intl";
import { type OpenApiDocument, resolveSchema, type Schema } from "./openapi-document";

/** Translator for descriptions of schemas. */
export type SchemaWords = ReturnType<typeof useTranslations<"docs.schema">>;

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
export function schemaRows(t: SchemaWords, document: OpenApiDocument, schema: Schema): SchemaRow[] {
  return rowsOf(t, document, schema, "", 0);
}

function rowsOf(
  t: SchemaWords,
  document: OpenApiDocument,
  raw: Schema,
  prefix: string,
  depth: number,
): SchemaRow[] {
  if (depth > MAX_DEPTH) return [];
  const schema = objectIn(document, raw);
  if (schema.items) return rowsOf(t, document, schema.items, `${prefix}[]`, depth + 1);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    const resolved = resolveSchema(document, property);
    const row = {
      path,
      type: typeInWords(t, document, property),
      required: schema.required?.includes(name) ?? false,
      description: resolved.description ?? "",
      constraints: constraintsInWords(t, resolved),
    };
    return [row, ...rowsOf(t, document, property, path, depth + 1)];
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
export function typeInWords(t: SchemaWords, document: OpenApiDocument, raw: Schema): string {
  const schema = resolveSchema(document, raw);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return either(
      t,
      choices.map((choice) => typeInWords(t, document, choice)),
    );
  }
  if (schema.items) return t("arrayOf", { type: typeInWords(t, document, schema.items) });
  if (schema.type === undefined) return schema.properties || schema.allOf ? "object" : t("any");
  const name = typeof schema.type === "string" ? schema.type : either(t, schema.type);
  return schema.format ? `${name} (${schema.format})` : name;
}

function either(t: SchemaWords, types: readonly string[]): string {
  return [...new Set(types)].reduce((one, other) => t("either", { one, other }));
}

/** What a value must satisfy beyond its type. */
export function constraintsInWords(t: SchemaWords, schema: Schema): string {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const words = [
    values ? t("oneOf", { values: values.map((value) => JSON.stringify(value)).join(", ") }) : "",
    rangeInWords(t, "range", schema.minimum, schema.maximum),
    rangeInWords(t, "characters", schema.minLength, schema.maxLength),
    rangeInWords(t, "items", schema.minItems, schema.maxItems),
    schema.pattern ? t("matches", { pattern: schema.pattern }) : "",
    schema.default === undefined ? "" : t("default", { value: JSON.stringify(schema.default) }),
  ];
  return words.filter(Boolean).join("; ");
}

/** JavaScript's own integer bounds are noise of the generator, not rules of the API. */
function rangeInWords(
  t: SchemaWords,
  what: "range" | "characters" | "items",
  min: number | undefined,
  max: number | undefined,
): string {
  const low = min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : undefined;
  const high = max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : undefined;
  if (low !== undefined && high !== undefined) return t(`${what}.between`, { low, high });
  if (low !== undefined) return t(`${what}.atLeast`, { low });
  return high === undefined ? "" : t(`${what}.atMost`, { high });
}
