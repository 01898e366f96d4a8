import type { useTranslations } from "next-intl";
import type { FieldNode } from "./field-tree";
import {
  type OpenApiDocument,
  type Parameter,
  resolveSchema,
  type Schema,
} from "./openapi-document";

/** Deeper levels would be unreadable, and recursive schemas have no end. */
const MAX_DEPTH = 6;

/**
 * The fields of a schema, each with the fields inside it. Several lists if it is one of several objects; none if it
 * has no fields.
 * @param place where it is, for the fields' anchors: `body.meta`
 */
export function readFields(
  t: SchemaWords,
  document: OpenApiDocument,
  schema: Schema,
  place: string,
  depth = 0,
): FieldNode[][] {
  if (depth === MAX_DEPTH) return [];
  return childFields(document, schema).map((fields, index) => {
    const own = index === 0 ? place : `${place}~${index + 1}`;
    return fields.map(({ name, schema: field, required }) => {
      const id = `${own}.${name}`;
      const children = readFields(t, document, field, id, depth + 1);
      return {
        id,
        name,
        ...inWords(t, document, field),
        ...(required && { required }),
        ...(children.length > 0 && { children }),
      };
    });
  });
}

/** A parameter as a field. */
export function readParameter(
  t: SchemaWords,
  document: OpenApiDocument,
  { name, in: place, schema = {}, description, required }: Parameter,
): FieldNode {
  const words = inWords(t, document, { ...schema, ...(description && { description }) });
  return {
    id: `${place}.${name}`,
    name,
    ...words,
    type: t("typeIn", { type: words.type, place }),
    ...(required && { required }),
  };
}

function inWords(t: SchemaWords, document: OpenApiDocument, schema: Schema) {
  const resolved = resolveSchema(document, schema);
  const constraints = constraintsInWords(t, resolved);
  return {
    type: typeInWords(t, document, schema),
    ...(resolved.description && { description: resolved.description }),
    ...(constraints && { constraints }),
  };
}

/** A field as its parent declares it. */
interface ChildField {
  name: string;
  schema: Schema;
  required: boolean;
}

/**
 * The fields directly inside a schema, without those that a request only may repeat: of an object, of the items of an array, or of what "this or null" means
 * besides null. Several lists if it is one of several objects; none if it has no fields.
 */
export function childFields(document: OpenApiDocument, raw: Schema): ChildField[][] {
  const schema = resolveSchema(document, raw);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => childFields(document, choice));
  if (schema.items) return childFields(document, schema.items);
  const parts = (schema.allOf ?? []).flatMap((part) => childFields(document, part)).flat();
  const own = Object.entries(schema.properties ?? {})
    .filter(([, { readOnly }]) => !readOnly)
    .map(([name, field]) => ({
      name,
      schema: field,
      required: schema.required?.includes(name) ?? false,
    }));
  const fields = [...own, ...parts];
  return fields.length > 0 ? [fields] : [];
}

/** Translator for descriptions of schemas. */
type SchemaWords = ReturnType<typeof useTranslations<"docs.schema">>;

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
function constraintsInWords(t: SchemaWords, schema: Schema): string {
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
