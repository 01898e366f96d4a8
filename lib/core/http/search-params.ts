/** A page's search parameters, as Next passes them. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** The first value of a parameter; empty if missing. */
export function firstValue(params: SearchParams, name: string): string {
  const value = params[name];
  return (typeof value === "string" ? value : value?.[0]) ?? "";
}
