import type { Database } from "@/lib/core/db/client";
import { openFactorSecret, stepOfCode } from "@/lib/identity/account/second-factor/factor-secret";
import { hashRecoveryCode } from "@/lib/identity/account/second-factor/recovery-codes";
import {
  findSecondFactor,
  takeRecoveryCode,
  takeStep,
} from "@/lib/identity/account/second-factor/repository";

/**
 * Uses up a code of a person's confirmed second factor, or one of their recovery codes. Each works once, even in
 * concurrent requests.
 * @param code as typed
 * @param now milliseconds since 1970
 * @returns which of the two it was, or null for an invalid or used code
 */
export async function takeCode(
  tx: Database,
  userId: string,
  code: string,
  now = Date.now(),
): Promise<"code" | "recovery_code" | null> {
  const codeHash = hashRecoveryCode(userId, code);
  if (codeHash) return (await takeRecoveryCode(tx, userId, codeHash)) ? "recovery_code" : null;
  const factor = await findSecondFactor(tx, userId);
  if (!factor?.confirmedAt) return null;
  const step = stepOfCode(openFactorSecret(userId, factor), code, now);
  return step !== null && (await takeStep(tx, userId, step)) ? "code" : null;
}
