import {
  provenWay,
  type RecoveryWay,
  readRecoveryToken,
} from "@/lib/accounts/recovery/recovery-token";
import { findPerson, type RecoverablePerson } from "@/lib/accounts/recovery/repository";

/** The person a link belongs to, and how the link was delivered. */
export type ProvenRecovery = RecoverablePerson & { way: RecoveryWay };

/** Returns the person a recovery link belongs to, or null if it was used, has expired or is invalid. */
export async function proveRecovery(token: string): Promise<ProvenRecovery | null> {
  const claim = readRecoveryToken(token);
  const person = claim && (await findPerson(claim.userId));
  const way = person && provenWay(claim, person.passwordHash);
  return way ? { ...person, way } : null;
}
