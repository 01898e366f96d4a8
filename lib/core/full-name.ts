/** A person's name for readers. Null for no person and for one without a name, such as one whose data was erased. */
export function fullName(person: { firstName: string; lastName: string } | null): string | null {
  return person && (`${person.firstName} ${person.lastName}`.trim() || null);
}

/** How a person recognizes their account: by its email address, or by their name if it has none. */
export function accountLabel(person: {
  email: string | null;
  firstName: string;
  lastName: string;
}): string {
  return person.email ?? `${person.firstName} ${person.lastName}`.trim();
}
