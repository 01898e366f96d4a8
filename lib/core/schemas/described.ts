import { z } from "zod";

// Fields with what the API reference says about each.

/** A text. */
export function text(description: string, example?: string) {
  return z.string().meta(described(description, example));
}

/** A text or null. */
export function textOrNull(description: string, example?: string | null) {
  return z.string().nullable().meta(described(description, example));
}

/** A list of texts. */
export function texts(description: string, example?: readonly string[]) {
  return z.array(z.string()).meta(described(description, example));
}

/** True or false. */
export function bool(description: string, example?: boolean) {
  return z.boolean().meta(described(description, example));
}

/** A whole number. */
export function integer(description: string, example?: number) {
  return z.int().meta(described(description, example));
}

/** A whole number or null. */
export function integerOrNull(description: string, example?: number) {
  return z.int().nullable().meta(described(description, example));
}

/** One of these texts. */
export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(", ")}`);
}

// `example: undefined` would count as an example.
function described(description: string, example: unknown) {
  return example === undefined ? { description } : { description, example };
}
