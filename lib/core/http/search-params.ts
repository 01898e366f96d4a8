/** A page's search parameters, as Next passes them. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** The first value of a parameter; empty if missing. */
export function firstValue(params: SearchParams, name: string): string {
  const value = params[name];
  return (typeof value === "string" ? value : value?.[0]) ?? "";
}

/** Which page of a list the parameters ask for, from 1. */
export function pageNumber(params: SearchParams): number {
  const page = Number(firstValue(params, "page"));
  return Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}
