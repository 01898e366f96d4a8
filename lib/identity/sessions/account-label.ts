/** How a person recognizes their account: by its email address, or by their name if it has none. */
export function accountLabel(person: {
  email: string | null;
  firstName: string;
  lastName: string;
}): string {
  return person.email ?? `${person.firstName} ${person.lastName}`.trim();
}
