import { openLink } from "@/lib/identity/sessions/link";
import { findLinkedInvitation, type LinkedInvitation } from "@/lib/tenants/joining/repository";

/** The organization or company that an invitation is to. */
export type InvitedTo = { kind: LinkedInvitation["kind"]; id: string; name: string };

/** The data of an invitation's page. */
export type InvitationView =
  | { state: "unknown" }
  | { state: "expired" | "accepted" | "revoked"; to: InvitedTo }
  | ({ state: "open"; to: InvitedTo } & Pick<
      LinkedInvitation,
      "inviterName" | "email" | "role" | "expiresAt" | "userId"
    >);

/**
 * Reads an invitation by the token of its link, without accepting it.
 * @throws ServiceError too_many_requests for a network that tries many unknown links
 */
export async function openInvitation(
  token: string,
  ipAddress: string | null,
): Promise<InvitationView> {
  const linkedInvitation = await openLink(token, ipAddress, findLinkedInvitation);
  if (!linkedInvitation) return { state: "unknown" };
  const to = {
    kind: linkedInvitation.kind,
    id: linkedInvitation.tenantId,
    name: linkedInvitation.tenantName,
  };
  const state = stateOf(linkedInvitation);
  if (state !== "open") return { state, to };
  const { inviterName, email, role, expiresAt, userId } = linkedInvitation;
  return { state, to, inviterName, email, role, expiresAt, userId };
}

function stateOf({ acceptedAt, revokedAt, expiresAt }: LinkedInvitation) {
  if (acceptedAt) return "accepted";
  if (revokedAt) return "revoked";
  return expiresAt <= new Date() ? "expired" : "open";
}
