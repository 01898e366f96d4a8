/** When `newId` generated an id, rounded down to the second. */
export function timestampOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8), 16) * 1_000);
}
