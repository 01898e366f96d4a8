/** The second that an id of `newId` names: when it was given, rounded down. */
export function secondOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8), 16) * 1_000);
}
