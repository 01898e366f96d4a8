import type { UserResponse } from "@/lib/platform/users/schemas";

/** The name of a person, or else their address, or else their id. */
export function nameOf(person: UserResponse): string {
  const name = `${person.first_name} ${person.last_name}`.trim();
  return name || person.email || idOf(person);
}

/** The id that the directory's API knows a person by. */
export function idOf({ external_id: externalId, user_id: userId }: UserResponse): string {
  return externalId ?? userId;
}
