import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { hashLink } from "@/lib/identity/sessions/new-link";
import { takeInvitationRow } from "@/lib/tenants/invitations/invitation-rows";
import type { Kind, Role } from "@/lib/tenants/invitations/kinds";

/**
 * Uses up an invitation by the token of its link.
 * @returns the role that it offers, and whether only the mailbox had the link
 * @throws ServiceError conflict if it was accepted or revoked, or has expired, since it was read
 */
export async function takeInvitation<K extends Kind>(
  tx: Database,
  kind: K,
  token: string,
): Promise<{ role: Role<K>; isMailed: boolean }> {
  const acceptedInvitation = await takeInvitationRow(tx, kind, hashLink(token));
  if (acceptedInvitation) return acceptedInvitation;
  throw new ServiceError(
    "conflict",
    "This invitation has just been accepted or revoked. Open the link again to see its status.",
  );
}
