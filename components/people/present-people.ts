import type { CompanyRole } from "@/lib/kernel/company-role-values";
import type { OpenInvitationView, PersonView } from "./people-views";

/** A member as the operation lists them. */
interface ListedPerson
  extends Pick<PersonView, "userId" | "email" | "role" | "since" | "lastSignedInAt"> {
  firstName: string;
  lastName: string;
  source: "local" | "directory" | "claims";
}

/** @param within roles that the viewer may give and take */
export function presentPerson(
  { firstName, lastName, source, ...person }: ListedPerson,
  selfId: string,
  within: readonly CompanyRole[],
): PersonView {
  return {
    ...person,
    name: `${firstName} ${lastName}`.trim(),
    isManaged: source !== "local",
    isSelf: person.userId === selfId,
    mayChange: within.includes(person.role),
  };
}

/** @param within roles that the viewer may give and take */
export function presentOpenInvitation(
  row: Omit<OpenInvitationView, "expired" | "mayChange">,
  within: readonly CompanyRole[],
): OpenInvitationView {
  return { ...row, expired: row.expiresAt <= new Date(), mayChange: within.includes(row.role) };
}
