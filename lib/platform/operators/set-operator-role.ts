import type { Change } from "@/lib/audit/record-change";
import { endSeenSecrets } from "@/lib/clients/service-keys/end-seen-secrets";
import type { Database } from "@/lib/core/db/client";
import type { OperatorRole } from "@/lib/core/permissions/platform-permissions";
import { type OperatorSource, replaceOperatorRole } from "@/lib/platform/operators/repository";
import { revokeOwnerInvitations } from "@/lib/tenants/people/invitation-rows";

/**
 * Gives a person a role in the platform's staff, or ends it. Every end of a role comes here: losing the role of an
 * operator also revokes the open invitations of owners that the person sent, whose links they may know, and makes the
 * secrets of service keys that they have seen end.
 * @param role null ends it
 * @returns what the platform's audit log records; nothing if the person has that role already
 */
export async function setOperatorRole(
  tx: Database,
  userId: string,
  role: OperatorRole | null,
  source: OperatorSource,
): Promise<Change[]> {
  const before = await replaceOperatorRole(tx, userId, role, source);
  if (before === role) return [];
  const change: Change = {
    action: role ? "operator.granted" : "operator.revoked",
    target: `user:${userId}`,
    before: { role: before },
    after: { role },
  };
  if (role === "operator") return [change];
  await revokeOwnerInvitations(tx, userId);
  return [change, ...(await endSeenSecrets(tx, userId))];
}
