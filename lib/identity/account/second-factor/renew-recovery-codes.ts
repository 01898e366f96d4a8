import type { Database } from "@/lib/core/db/client";
import {
  hashRecoveryCode,
  newRecoveryCodes,
} from "@/lib/identity/account/second-factor/recovery-codes";
import { replaceRecoveryCodes } from "@/lib/identity/account/second-factor/repository";

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
