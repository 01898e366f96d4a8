/** A person's name for readers. Null for no person and for one without a name, such as one whose data was erased. */
export function fullName(person: { firstName: string; lastName: string } | null): string | null {
  return person && (`${person.firstName} ${person.lastName}`.trim() || null);
}
