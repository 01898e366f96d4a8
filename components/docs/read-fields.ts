import { childFields } from "./child-fields";
import type { FieldNode } from "./field-tree";
import {
  type OpenApiDocument,
  type Parameter,
  resolveSchema,
  type Schema,
} from "./openapi-document";
import { constraintsInWords, type SchemaWords, typeInWords } from "./schema-words";

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
