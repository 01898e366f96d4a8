import { hashRecoveryCode, newRecoveryCodes } from "@/lib/accounts/second-factor/recovery-codes";
import { replaceRecoveryCodes } from "@/lib/accounts/second-factor/repository";
import type { Database } from "@/lib/kernel/db/client";

/**
 * Makes new recovery codes of a person; earlier ones are good for nothing.
 * @returns the codes, which are stored nowhere
 */
export async function renewRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.flatMap((code) => hashRecoveryCode(userId, code) ?? []);
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}
