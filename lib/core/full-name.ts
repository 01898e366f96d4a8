/** A person's name for readers. Null for no person and for one without a name, such as one whose data was erased. */
export function fullName(person: { firstName: string; lastName: string } | null): string | null {
  return person && (`${person.firstName} ${person.lastName}`.trim() || null);
}

/** {@link fullName} in SQL, of the person in this row of `users`. */
export const PERSON_NAME = (row: string) =>
  `nullif(btrim(${row}.first_name || ' ' || ${row}.last_name), '')`;

/** How a person recognizes their account: by its email address, or by their name if it has none. */
export function accountLabel(person: {
  email: string | null;
  firstName: string;
  lastName: string;
}): string {
  return person.email ?? `${person.firstName} ${person.lastName}`.trim();
}
