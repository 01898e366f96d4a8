import { isDeepStrictEqual } from "node:util";

/** Columns to store; one that is missing or `undefined` stays unchanged. */
export type Changeable<Row, Name extends keyof Row> = { [Key in Name]?: Row[Key] | undefined };

/** The columns whose new value differs, or null if none does. */
export function changesIn<Row extends object, Name extends keyof Row>(
  row: Row,
  sent: Changeable<Row, Name>,
): Partial<Pick<Row, Name>> | null {
  const changedFields = Object.entries(sent).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, Reflect.get(row, name)),
  );
  // The entries are those of `sent` without the undefined ones, which TypeScript cannot follow.
  return changedFields.length === 0
    ? null
    : (Object.fromEntries(changedFields) as Partial<Pick<Row, Name>>);
}
