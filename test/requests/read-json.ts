import { z } from "zod";

/** The fields of a JSON object, of which nothing is known yet. */
export type Fields = Record<string, unknown>;

const fieldsSchema = z.record(z.string(), z.unknown());
const listSchema = z.array(fieldsSchema);
const textSchema = z.string();

/** Takes a value of an answer for an object. Throws when it is something else. */
export function fieldsOf(value: unknown): Fields {
  return fieldsSchema.parse(value);
}

/** Takes a value of an answer for a list of objects. Throws when it is something else. */
export function listOf(value: unknown): Fields[] {
  return listSchema.parse(value);
}

/** Takes a value of an answer for a text: a token, an id, a moment. Throws when it is something else. */
export function textOf(value: unknown): string {
  return textSchema.parse(value);
}

/**
 * What stands at a path of an answer; undefined where the path leads nowhere.
 * @param path as field errors name it: `errors.0.path`
 */
export function fieldAt(value: unknown, path: string): unknown {
  return path.split(".").reduce((inner: unknown, name) => entriesOf(inner).get(name), value);
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
}
