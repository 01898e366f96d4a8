import type { useTranslations } from "next-intl";
import type { oas31 } from "zod-openapi";
import type { FieldList, FieldNode } from "./field-tree";
import type { Schema } from "./reference";

/**
 * The fields of a schema, each with the fields inside it. Several lists if it is one of several objects; none if it
 * has no fields.
 * @param place where it is, for the fields' anchors: `body.meta`
 */
export function readFields(t: SchemaWords, schema: Schema, place: string): FieldList[] {
  const lists = childFields(schema);
  return lists.map((fields, index) => {
    const own = index === 0 ? place : `${place}~${index + 1}`;
    return {
      label: lists.length > 1 ? t(`choices.${index === 0 ? "first" : "next"}`) : "",
      fields: fields.map((field) => readField(t, field, own)),
    };
  });
}

/** A parameter as a field. */
export function readParameter(
  t: SchemaWords,
  { name, in: place, schema = {}, description, required = false }: oas31.ParameterObject,
): FieldNode {
  const described = { ...schema, ...(description && { description }) };
  const field = readField(t, { name, schema: described, required }, place);
  return { ...field, type: t("typeIn", { type: field.type, place }) };
}

/** A field as its parent declares it. */
interface ChildField {
  name: string;
  schema: Schema;
  required: boolean;
}

function readField(t: SchemaWords, field: ChildField, place: string): FieldNode {
  const { name, schema, required } = field;
  const id = `${place}.${name}`;
  return {
    id,
    name,
    type: typeInWords(t, schema),
    required: required ? t("required") : "",
    description: schema.description ?? "",
    constraints: constraintsInWords(t, schema),
    children: readFields(t, schema, id),
  };
}

/**
 * The fields directly inside a schema, without those that a request only may repeat: of an object, of the items of an
 * array, or of what "this or null" means besides null. Several lists if it is one of several objects; none if it has no
 * fields.
 */
export function childFields(schema: Schema): ChildField[][] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap(childFields);
  if (schema.items) return childFields(schema.items);
  const parts = (schema.allOf ?? []).flatMap(childFields).flat();
  const own = Object.entries<Schema>(schema.properties ?? {})
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
export function typeInWords(t: SchemaWords, schema: Schema): string {
  const choices = (schema.anyOf ?? schema.oneOf)?.map((choice) => typeInWords(t, choice));
  if (choices) return either(t, choices);
  if (schema.items) return t("arrayOf", { type: typeInWords(t, schema.items) });
  const { type, format, properties, allOf, additionalProperties: values } = schema;
  if (type === undefined) return properties || allOf ? "object" : t("any");
  if (!properties && typeof values === "object" && Object.keys(values).length > 0) {
    return t("objectOf", { type: typeInWords(t, values) });
  }
  const name = typeof type === "string" ? type : either(t, type);
  return format ? `${name} (${format})` : name;
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
  low = Number.MIN_SAFE_INTEGER,
  high = Number.MAX_SAFE_INTEGER,
): string {
  const hasHigh = high < Number.MAX_SAFE_INTEGER;
  if (low > Number.MIN_SAFE_INTEGER) {
    return hasHigh ? t(`${what}.between`, { low, high }) : t(`${what}.atLeast`, { low });
  }
  return hasHigh ? t(`${what}.atMost`, { high }) : "";
}
