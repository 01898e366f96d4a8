import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { revokeOwnerInvitations } from "@/lib/invitations/invitation-rows";
import { newId } from "@/lib/kernel/crypto/ids";
import { transaction } from "@/lib/kernel/db/client";
import type { OperatorRole } from "@/lib/kernel/platform-permissions";
import {
  findCandidates,
  type OperatorCandidate,
  setOperatorRole,
} from "@/lib/operators/change-operator-repository";

/** What became of it. `ambiguous`: the address does not tell several people apart. */
export type OperatorChange = "changed" | "unchanged" | "unknown" | "ambiguous";

/**
 * Gives the person with an email address a role in the platform's staff, or ends it, recorded in the platform's audit log
 * as `operator:shell`. The person with a password comes first, because only one can have one under an address. Losing the
 * role of an operator also revokes the open invitations of owners that the person sent, whose links they may know. Only
 * for people with shell access.
 * @param role null ends it
 */
export function changeOperator(email: string, role: OperatorRole | null): Promise<OperatorChange> {
  return transaction(async (tx) => {
    const found = await findCandidates(tx, email.trim().toLowerCase());
    const person = choose(found, role);
    if (person === "unknown" || person === "ambiguous") return person;
    if (person.operatorRole === role) return "unchanged";
    await setOperatorRole(tx, person.id, role);
    if (role !== "operator") await revokeOwnerInvitations(tx, person.id);
    await recordPlatformChange(
      tx,
      "operator:shell",
      { ipAddress: null, requestId: newId() },
      {
        action: role ? "operator.granted" : "operator.revoked",
        target: `user:${person.id}`,
        before: { role: person.operatorRole },
        after: { role },
      },
    );
    return "changed";
  });
}

/** @param role null looks for someone who has one */
function choose(
  found: readonly OperatorCandidate[],
  role: OperatorRole | null,
): OperatorCandidate | "unknown" | "ambiguous" {
  const candidates = role ? found : found.filter(({ operatorRole }) => operatorRole !== null);
  const person = candidates.find(({ hasPassword }) => hasPassword) ?? candidates[0];
  if (!person) return "unknown";
  return person.hasPassword || candidates.length === 1 ? person : "ambiguous";
}
