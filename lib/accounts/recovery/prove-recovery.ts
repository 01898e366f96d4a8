import { isProven, readRecoveryToken } from "@/lib/accounts/recovery/recovery-token";
import { findPerson, type RecoverablePerson } from "@/lib/accounts/recovery/repository";

/** Whom a recovery link still lets in, or null when it was used, has run out or was never ours. */
export async function proveRecovery(token: string): Promise<RecoverablePerson | null> {
  const claim = readRecoveryToken(token);
  const person = claim && (await findPerson(claim.userId));
  return person && isProven(claim, person.passwordHash) ? person : null;
}
