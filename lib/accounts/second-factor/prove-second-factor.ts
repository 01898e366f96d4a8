import { isOwnPassword } from "@/lib/accounts/is-own-password";
import type { ProfileRequest } from "@/lib/accounts/profile-form";
import { takeCode } from "@/lib/accounts/second-factor/take-code";
import { countWrongCode, refuseIfGuessingCodes } from "@/lib/auth/limit-guessing-codes";
import { db } from "@/lib/db/client";

/**
 * Whether a form holds the person's password and a code of their second factor, or a recovery code.
 * @throws ServiceError slow_down after too many wrong ones
 */
export async function proveSecondFactor({ session, form, info }: ProfileRequest): Promise<boolean> {
  const { userId } = session;
  refuseIfGuessingCodes(userId, info.ipAddress);
  if (!(await isOwnPassword(userId, form.password, info))) return false;
  if (await takeCode(db(), userId, form.code ?? "")) return true;
  await countWrongCode(userId, info.ipAddress);
  return false;
}
