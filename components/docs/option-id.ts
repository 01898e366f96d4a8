/** The id of an option's element in a list. */
export function optionId(listId: string, position: number): string {
  return `${listId}-${position}`;
}
