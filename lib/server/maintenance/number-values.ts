/**
 * Values for parameters that differ only in their number.
 * @returns `{ after0: …, after1: … }` for the name `after`
 */
export function numberValues(name: string, values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(values.map((value, index) => [`${name}${index}`, value]));
}
