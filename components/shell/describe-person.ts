import type { PersonMenuProps } from "./person-menu";

/** The signed-in person as the menu names them, with their role ("owner") as a word. */
export function describePerson(
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  role: string,
): PersonMenuProps["person"] {
  return {
    name: `${firstName} ${lastName}`.trim(),
    email,
    role: `${role.charAt(0).toUpperCase()}${role.slice(1)}`,
  };
}
