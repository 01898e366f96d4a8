import type { z } from "zod";
import { type CursorKey, type CursorList, isCursorOf } from "@/lib/core/http/cursor-page";
import type { SearchParams } from "@/lib/core/http/search-params";

/**
 * Reads a list's state, for links and for its operation, from search parameters. People edit addresses and follow old
 * links, so a value that the list does not take, such as another list's cursor, counts as missing.
 */
export function parseListState<Schema extends z.ZodObject>(
  schema: Schema,
  params: SearchParams,
  list?: CursorList<CursorKey>,
): { state: Readonly<Record<string, string>>; query: z.output<Schema> } {
  const state: Record<string, string> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = params[name];
    if (typeof value !== "string" || value === "" || !field.safeParse(value).success) continue;
    if (name === "cursor" && !(list && isCursorOf(list, value))) continue;
    state[name] = value;
  }
  return { state, query: schema.parse(state) };
}
