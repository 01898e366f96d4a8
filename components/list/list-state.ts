import type { z } from "zod";

/** State of a list with a cursor, as its address holds it: filters, and where the page begins. */
export type ListState = Readonly<Record<string, string | undefined>>;

/** The filters that are on. The cursor is none. */
export function filtersOn({ cursor: _, ...filters }: ListState): [string, string][] {
  return Object.entries(filters).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  );
}

/** Address of the list at `path`; filters that are off are left out. */
export function stateHref(path: string, state: ListState): string {
  const { cursor } = state;
  const params = new URLSearchParams([
    ...filtersOn(state),
    ...(cursor ? [["cursor", cursor]] : []),
  ]);
  return params.size > 0 ? `${path}?${params}` : path;
}

/**
 * Reads the state of a list from a page's search parameters. People edit addresses by hand, so a value that the list
 * does not take counts as missing.
 * @param schema query of the list's operation
 * @returns the state for links and the browser's query, and the parsed query for the operation
 */
export function parseListState<Schema extends z.ZodObject>(
  schema: Schema,
  params: Readonly<Record<string, string | string[] | undefined>>,
): { state: ListState; query: z.output<Schema> } {
  const state: Record<string, string> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = params[name];
    if (typeof value === "string" && value !== "" && field.safeParse(value).success) {
      state[name] = value;
    }
  }
  return { state, query: schema.parse(state) };
}
