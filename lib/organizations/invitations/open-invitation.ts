import { openLink } from "@/lib/auth/open-link";
import { isTokenOfKind } from "@/lib/kernel/crypto/tokens";
import type { OrganizationRole } from "@/lib/kernel/permissions";
import {
  findLinkedInvitation,
  type LinkedInvitation,
} from "@/lib/organizations/invitations/link-repository";
import { hashLink } from "@/lib/organizations/invitations/new-link";

/** What an invitation's page shows. */
export type InvitationView =
  | { kind: "unknown" }
  | {
      kind: "expired" | "accepted" | "revoked";
      organizationName: string;
      inviterName: string | null;
    }
  | {
      kind: "open";
      organizationId: string;
      organizationName: string;
      inviterName: string | null;
      email: string;
      role: OrganizationRole;
      expiresAt: Date;
      /** The account with this e-mail address; null if there is none. */
      userId: string | null;
    };

/**
 * Reads an invitation by the token of its link, without accepting it.
 * @throws ServiceError slow_down for a network that tries many unknown links
 */
export async function openInvitation(
  token: string,
  ipAddress: string | null,
): Promise<InvitationView> {
  const found = await openLink(ipAddress, async () =>
    isTokenOfKind(token, "link") ? findLinkedInvitation(hashLink(token)) : null,
  );
  if (!found) return { kind: "unknown" };
  const { acceptedAt: _accepted, revokedAt: _revoked, ...facts } = found;
  const kind = stateOf(found);
  return kind === "open" ? { kind, ...facts } : { kind, ...facts };
}

function stateOf({ acceptedAt, revokedAt, expiresAt }: LinkedInvitation) {
  if (acceptedAt) return "accepted";
  if (revokedAt) return "revoked";
  return expiresAt <= new Date() ? "expired" : "open";
}
