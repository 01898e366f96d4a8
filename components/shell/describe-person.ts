import type { Session } from "@/lib/auth/session";
import type { PersonMenuProps } from "./person-menu";

/** The signed-in person as the menu names them. */
export function describePerson(session: Session, role: string): PersonMenuProps["person"] {
  return {
    name: `${session.firstName} ${session.lastName}`.trim(),
    email: session.email,
    role: `${role.charAt(0).toUpperCase()}${role.slice(1)}`,
  };
}
