import type { PersonMenuProps } from "./person-menu";

/** The signed-in person as the frame names them. */
export function describePerson(
  session: {
    userId: string;
    firstName: string;
    lastName: string;
    email: string | null;
    operatorRole: "operator" | "support" | null;
  },
  role: PersonMenuProps["person"]["role"],
): PersonMenuProps["person"] {
  const { userId: id, firstName, lastName, email, operatorRole } = session;
  const name = `${firstName} ${lastName}`.trim();
  return { id, name, email, role, isOperator: operatorRole !== null };
}
