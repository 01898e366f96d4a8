import {
  provenWay,
  type RecoveryWay,
  readRecoveryToken,
} from "@/lib/accounts/recovery/recovery-token";
import { findPerson, type RecoverablePerson } from "@/lib/accounts/recovery/repository";

/** Whom a link lets in, and how it was handed out. */
export type ProvenRecovery = RecoverablePerson & { way: RecoveryWay };

/** Whom a recovery link still lets in, or null when it was used, has run out or was never ours. */
export async function proveRecovery(token: string): Promise<ProvenRecovery | null> {
  const claim = readRecoveryToken(token);
  const person = claim && (await findPerson(claim.userId));
  const way = person && provenWay(claim, person.passwordHash);
  return way ? { ...person, way } : null;
}
