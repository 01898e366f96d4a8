import type { useTranslations } from "next-intl";
import { type OpenApiDocument, resolveSchema, type Schema } from "./openapi-document";

/** Translator for descriptions of schemas. */
export type SchemaWords = ReturnType<typeof useTranslations<"docs.schema">>;

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
  const values = valuesOf(schema);
  if (values) return t("objectOf", { type: typeInWords(t, document, values) });
  const name = typeof schema.type === "string" ? schema.type : either(t, schema.type);
  return schema.format ? `${name} (${schema.format})` : name;
}

/** What the values of an object with any names are, if the schema says. */
function valuesOf({ properties, additionalProperties: values }: Schema): Schema | undefined {
  const isSaid = typeof values === "object" && Object.keys(values).length > 0;
  return isSaid && !properties ? values : undefined;
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
