import { z } from "zod";

/** The fields of a JSON object of unknown type. */
export type Fields = Record<string, unknown>;

const fieldsSchema = z.record(z.string(), z.unknown());
const listSchema = z.array(fieldsSchema);
const textSchema = z.string();

/** Reads a value as an object. Throws if it is anything else. */
export function fieldsOf(value: unknown): Fields {
  return fieldsSchema.parse(value);
}

/** Reads a value as a list of objects. Throws if it is anything else. */
export function listOf(value: unknown): Fields[] {
  return listSchema.parse(value);
}

/** Reads a value as text: a token, an id, a timestamp. Throws if it is anything else. */
export function textOf(value: unknown): string {
  return textSchema.parse(value);
}

/**
 * The value at a path of a response; undefined if the path does not exist.
 * @param path as in field errors: `errors.0.path`
 */
export function fieldAt(value: unknown, path: string): unknown {
  return path.split(".").reduce((inner: unknown, name) => entriesOf(inner).get(name), value);
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
}
