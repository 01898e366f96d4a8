import { type OpenApiDocument, resolveSchema, type Schema } from "./openapi-document";

/** A field as its parent declares it. */
export interface ChildField {
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
