import { send } from "@/lib/api-client/send";
import type {
  CreateInvitationInput,
  InvitationResponse,
  SentInvitationResponse,
} from "@/lib/organizations/invitations/schemas";
import type { MemberResponse } from "@/lib/organizations/members/schemas";

// Each throws ApiError. `revokeSecrets` confirms the revocation of secrets the person has seen.

/** Gives a member another role. */
export function changeMember(
  organizationId: string,
  userId: string,
  { role, revokeSecrets }: { role: MemberResponse["role"]; revokeSecrets: boolean },
): Promise<MemberResponse> {
  const params = { organization_id: organizationId, user_id: userId };
  return send("changeMember", { params, body: { role, revoke_secrets: revokeSecrets } });
}

/** Removes a member from the organization. */
export function removeMember(
  organizationId: string,
  userId: string,
  revokeSecrets: boolean,
): Promise<MemberResponse> {
  const params = { organization_id: organizationId, user_id: userId };
  return send("removeMember", { params, query: { revoke_secrets: revokeSecrets } });
}

/** Ends the caller's own membership. */
export function leaveOrganization(
  organizationId: string,
  revokeSecrets: boolean,
): Promise<MemberResponse> {
  const params = { organization_id: organizationId };
  return send("leaveOrganization", { params, query: { revoke_secrets: revokeSecrets } });
}

/** Invites someone; the response contains the link if it was not mailed. */
export function createInvitation(
  organizationId: string,
  body: CreateInvitationInput,
): Promise<SentInvitationResponse> {
  return send("createInvitation", { params: { organization_id: organizationId }, body });
}

/** Makes a new link for an invitation; the response contains it if it was not mailed. */
export function resendInvitation(
  organizationId: string,
  invitationId: string,
): Promise<SentInvitationResponse> {
  const params = { organization_id: organizationId, invitation_id: invitationId };
  return send("resendInvitation", { params });
}

/** Revokes an invitation. */
export function revokeInvitation(
  organizationId: string,
  invitationId: string,
): Promise<InvitationResponse> {
  const params = { organization_id: organizationId, invitation_id: invitationId };
  return send("revokeInvitation", { params });
}
