import { hashRecoveryCode, newRecoveryCodes } from "@/lib/accounts/second-factor/recovery-codes";
import { replaceRecoveryCodes } from "@/lib/accounts/second-factor/repository";
import type { Database } from "@/lib/kernel/db/client";

/**
 * Creates new recovery codes for a person and invalidates earlier ones.
 * @returns the codes, of which only hashes are stored
 */
export async function renewRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.flatMap((code) => hashRecoveryCode(userId, code) ?? []);
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}
