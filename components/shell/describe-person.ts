import type { PersonMenuProps } from "./person-menu";

/** The signed-in person as the frame names them. */
export function describePerson(
  session: { userId: string; firstName: string; lastName: string; email: string },
  role: PersonMenuProps["person"]["role"],
): PersonMenuProps["person"] {
  const { userId: id, firstName, lastName, email } = session;
  return { id, name: `${firstName} ${lastName}`.trim(), email, role };
}
