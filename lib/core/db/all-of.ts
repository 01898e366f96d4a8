/** SQL for all of these conditions, without those that a list was not asked for. */
export function allOf(...conditions: (string | false | undefined)[]): string {
  return conditions.filter(Boolean).join(" AND ");
}
