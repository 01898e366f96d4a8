import type { PersonMenuProps } from "./person-menu";

/** The signed-in person as the menu names them. */
export function describePerson(
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  role: PersonMenuProps["person"]["role"],
): PersonMenuProps["person"] {
  return { name: `${firstName} ${lastName}`.trim(), email, role };
}
