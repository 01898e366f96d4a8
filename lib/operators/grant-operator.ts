import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { newId } from "@/lib/kernel/crypto/ids";
import { transaction } from "@/lib/kernel/db/client";
import { findCandidates, setOperator } from "@/lib/operators/grant-repository";

/** What became of it. `ambiguous`: several people without a password have this address. */
export type OperatorGrant = "granted" | "operator_already" | "unknown" | "ambiguous";

/**
 * Makes the person with an e-mail address an operator, recorded in the platform's audit log as `operator:shell`. The one
 * with a password comes first, because only one person can have one under an address. Only for people with shell access.
 */
export function grantOperator(email: string): Promise<OperatorGrant> {
  return transaction(async (tx) => {
    const candidates = await findCandidates(tx, email.trim().toLowerCase());
    const person = candidates.find(({ hasPassword }) => hasPassword) ?? candidates[0];
    if (!person) return "unknown";
    if (!person.hasPassword && candidates.length > 1) return "ambiguous";
    if (person.operatorRole === "operator") return "operator_already";
    await setOperator(tx, person.id);
    await recordPlatformChange(
      tx,
      "operator:shell",
      { ipAddress: null, requestId: newId() },
      {
        action: "operator.granted",
        target: `user:${person.id}`,
        before: { role: person.operatorRole },
        after: { role: "operator" },
      },
    );
    return "granted";
  });
}
