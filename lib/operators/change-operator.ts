import { recordPlatformChanges } from "@/lib/audit/record-platform-change";
import { newId } from "@/lib/kernel/crypto/ids";
import { transaction } from "@/lib/kernel/db/client";
import type { OperatorRole } from "@/lib/kernel/platform-permissions";
import { findCandidates, type OperatorCandidate } from "@/lib/operators/change-operator-repository";
import { setOperatorRole } from "@/lib/operators/set-operator-role";

/** What became of it. `ambiguous`: the address does not tell several people apart. */
export type OperatorChange = "changed" | "unchanged" | "unknown" | "ambiguous";

/**
 * Gives the person with an email address a role in the platform's staff, or ends it, recorded in the platform's audit log
 * as `operator:shell`. The person with a password comes first, because only one can have one under an address. Only for
 * people with shell access.
 * @param role null ends it
 */
export function changeOperator(email: string, role: OperatorRole | null): Promise<OperatorChange> {
  return transaction(async (tx) => {
    const found = await findCandidates(tx, email.trim().toLowerCase());
    const person = choose(found, role);
    if (person === "unknown" || person === "ambiguous") return person;
    const changes = await setOperatorRole(tx, person.id, role, "local");
    if (changes.length === 0) return "unchanged";
    const info = { ipAddress: null, requestId: newId() };
    await recordPlatformChanges(tx, "operator:shell", info, changes);
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
