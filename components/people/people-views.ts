import type { CompanyRole } from "@/lib/core/values/company-role-values";

import type {
  MemberResponse,
  SentInvitationResponse,
} from "@/lib/tenants/organizations/members/schemas";

type OrganizationRole = MemberResponse["role"];

/** The company or organization whose people a page shows, with the roles that the viewer may give and take. */
export type PeopleTenant = { id: string; name: string; path: string } & (
  | { kind: "organization"; roles: readonly OrganizationRole[] }
  | { kind: "company"; roles: readonly CompanyRole[] }
);

type Role = OrganizationRole | CompanyRole;

type ListedMember = Pick<
  MemberResponse,
  | ("user_id" | "first_name" | "last_name" | "email" | "email_verified" | "source")
  | ("created_at" | "has_second_factor" | "last_signed_in_at")
> & { role: Role };

type ListedInvitation = Pick<
  SentInvitationResponse,
  "id" | "email" | "invited_by" | "created_at" | "expires_at" | "expired"
> & { role: Role };

interface RowView {
  /** Of the person or the invitation. */
  id: string;
  name: string;
  mayChange: boolean;
}

/** A member as the list shows them. */
export interface MemberView extends ListedMember, RowView {
  /** Whether the platform manages the membership, so that it cannot be changed here. */
  isManaged: boolean;
  isSelf: boolean;
  mayLeave: boolean;
}

/** An open invitation as the list shows it. */
export interface InvitationView extends ListedInvitation, RowView {}

/** A row of the list of people. */
export type PersonView = MemberView | InvitationView;

export function isInvitation(person: PersonView): person is InvitationView {
  return "expires_at" in person;
}

/** A member as the viewer sees them. */
export function presentMember(
  member: ListedMember,
  { roles }: PeopleTenant,
  viewer: { userId: string; mayLeave: boolean },
): MemberView {
  const isSelf = member.user_id === viewer.userId;
  const isManaged = member.source !== "local";
  return {
    ...member,
    id: member.user_id,
    name: `${member.first_name} ${member.last_name}`.trim(),
    mayChange: !isManaged && roles.some((role) => role === member.role),
    isManaged,
    isSelf,
    mayLeave: isSelf && !isManaged && viewer.mayLeave,
  };
}

/** An open invitation as the viewer sees it. */
export function presentInvitation(
  invitation: ListedInvitation,
  { roles }: PeopleTenant,
): InvitationView {
  const mayChange = roles.some((each) => each === invitation.role);
  return { ...invitation, name: invitation.email, mayChange };
}
