import type { InvitationResponse } from "@/lib/tenants/organizations/invitations/schemas";
import type { MemberResponse } from "@/lib/tenants/organizations/members/schemas";

/** A member as the page shows them. */
export interface MemberView {
  userId: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
  role: Role;
  since: string;
  hasSecondFactor: boolean;
  lastSignedInAt: string | null;
  /** Whether the platform manages the membership, so that it cannot be changed here. */
  isManaged: boolean;
  /** Whether this is the viewer. */
  isSelf: boolean;
  /** Whether the viewer may change or remove this member. */
  mayChange: boolean;
}

/** An open invitation as the page shows it. */
export interface InvitationView {
  id: string;
  email: string;
  role: Role;
  invitedBy: string | null;
  expiresAt: string;
  expired: boolean;
  /** Whether the viewer may resend or revoke it. */
  mayChange: boolean;
}

/** @param within roles that the viewer may assign and remove */
export function presentMember(
  member: MemberResponse,
  selfId: string,
  within: readonly Role[],
): MemberView {
  return {
    userId: member.user_id,
    name: `${member.first_name} ${member.last_name}`.trim(),
    email: member.email,
    emailVerified: member.email_verified,
    role: member.role,
    since: member.created_at,
    hasSecondFactor: member.has_second_factor,
    lastSignedInAt: member.last_signed_in_at,
    isSelf: member.user_id === selfId,
    isManaged: member.source !== "local",
    mayChange: member.source === "local" && within.includes(member.role),
  };
}

/** @param within roles that the viewer may assign and remove */
export function presentInvitation(
  invitation: InvitationResponse,
  within: readonly Role[],
): InvitationView {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    invitedBy: invitation.invited_by,
    expiresAt: invitation.expires_at,
    expired: invitation.expired,
    mayChange: within.includes(invitation.role),
  };
}

/** A role of an organization's members. */
export type Role = MemberResponse["role"];
