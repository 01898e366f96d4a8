/** Search parameters of a page, as Next hands them over. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** The first value of a parameter; empty when it is missing. */
export function firstValue(params: SearchParams, name: string): string {
  const value = params[name];
  return (typeof value === "string" ? value : value?.[0]) ?? "";
}
