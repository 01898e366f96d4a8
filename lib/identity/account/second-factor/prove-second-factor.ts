import { db } from "@/lib/core/db/client";
import { isOwnPassword } from "@/lib/identity/account/is-own-password";
import type { ProfileRequest } from "@/lib/identity/account/profile-form";
import { takeCode } from "@/lib/identity/account/second-factor/take-code";
import { reserveCode } from "@/lib/identity/sessions/limit-guessing-codes";

/**
 * Whether a form contains the person's password and either a code of their second factor or a recovery code.
 * @throws ServiceError slow_down after too many wrong attempts
 */
export async function proveSecondFactor({ session, form, info }: ProfileRequest): Promise<boolean> {
  const { userId } = session;
  if (!(await isOwnPassword(userId, form.password, info))) return false;
  const attempt = await reserveCode(userId, info.ipAddress);
  const usedCode = await takeCode(db(), userId, form.code ?? "");
  if (usedCode) await attempt.refund();
  return usedCode !== null;
}
