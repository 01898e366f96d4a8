import { db } from "@/lib/core/db/client";
import type { proofFormSchema } from "@/lib/identity/account/schemas";
import { takeCode } from "@/lib/identity/account/second-factor/take-code";
import { isOwnPassword } from "@/lib/identity/sessions/confirm-person";
import { reserveCode } from "@/lib/identity/sessions/limit-guessing-codes";
import type { CallContext } from "@/lib/operation/operation";

/**
 * Whether a form contains the person's password and either a code of their second factor or a recovery code.
 * @throws ServiceError slow_down after too many wrong attempts
 */
export async function proveSecondFactor({
  caller: { session },
  body,
  info,
}: Pick<
  CallContext<"signedIn", undefined, undefined, typeof proofFormSchema>,
  "caller" | "body" | "info"
>): Promise<boolean> {
  const { userId } = session;
  if (!(await isOwnPassword(userId, body.password, info))) return false;
  const attempt = await reserveCode(userId, info.ipAddress);
  const usedCode = await takeCode(db(), userId, body.code);
  if (usedCode) await attempt.refund();
  return usedCode !== null;
}
