import type { CompanyRole } from "@/lib/core/company-role-values";

/** A member of a company as the page shows them. */
export interface PersonView {
  userId: string;
  name: string;
  email: string | null;
  role: CompanyRole;
  since: Date;
  lastSignedInAt: Date | null;
  /** Whether the platform manages the membership, so that it cannot be changed here. */
  isManaged: boolean;
  /** Whether this is the viewer. */
  isSelf: boolean;
  /** Whether the viewer may change or remove this person. */
  mayChange: boolean;
  /** Whether this is the viewer and they may leave. */
  mayLeave: boolean;
}

/** An open invitation as the page shows it. */
export interface OpenInvitationView {
  id: string;
  email: string;
  role: CompanyRole;
  inviterName: string | null;
  expiresAt: Date;
  expired: boolean;
  /** Whether the viewer may resend or revoke it. */
  mayChange: boolean;
}

/** A member as the operation lists them. */
interface ListedPerson
  extends Pick<PersonView, "userId" | "email" | "role" | "since" | "lastSignedInAt"> {
  firstName: string;
  lastName: string;
  source: "local" | "directory" | "claims";
}

/** What the viewer may do: `within` are the roles that they may give and take. */
interface Viewer {
  userId: string;
  within: readonly CompanyRole[];
  mayLeave: boolean;
}

/** A member as the viewer sees them. */
export function presentPerson(
  { firstName, lastName, source, ...person }: ListedPerson,
  { userId, within, mayLeave }: Viewer,
): PersonView {
  const isSelf = person.userId === userId;
  return {
    ...person,
    name: `${firstName} ${lastName}`.trim(),
    isManaged: source !== "local",
    isSelf,
    mayChange: within.includes(person.role),
    mayLeave: isSelf && mayLeave,
  };
}

/** @param within roles that the viewer may give and take */
export function presentOpenInvitation(
  row: Omit<OpenInvitationView, "expired" | "mayChange">,
  within: readonly CompanyRole[],
): OpenInvitationView {
  return { ...row, expired: row.expiresAt <= new Date(), mayChange: within.includes(row.role) };
}
