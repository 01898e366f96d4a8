import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { networkOf } from "@/lib/core/http/ip-address";
import { type Attempt, type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";
import type { PageWords } from "@/lib/core/pages/page-words";
import type { PlainPage } from "@/lib/core/pages/render-page";
import { profilePage } from "@/lib/identity/account/profile-page";
import { proofFormSchema } from "@/lib/identity/account/schemas";
import {
  hashRecoveryCode,
  newRecoveryCodes,
  openFactorSecret,
  stepOfCode,
} from "@/lib/identity/account/second-factor/codes";
import { isOwnPassword } from "@/lib/identity/sessions/check-password";
import { signedIn } from "@/lib/operation/access";
import { type CallContext, operation } from "@/lib/operation/operation";
import { notice, value } from "@/lib/operation/returns";

// Codes have only six digits, so guesses are limited per account as well. Reaching this step takes the password, so
// strangers cannot lock anyone out.
const FROM_ANYWHERE: FailureLimit = {
  name: "wrong-code-anywhere",
  failures: 50,
  windowSeconds: 3600,
};
const FROM_HERE: FailureLimit = { name: "wrong-code", failures: 5, windowSeconds: 300 };
// As long as a sign-in waits for its code.
const IN_ONE_SIGN_IN: FailureLimit = { name: "wrong-code-in", failures: 5, windowSeconds: 600 };

/**
 * Reserves an attempt for a sign-in that waits for its code.
 * @returns also whether this is the last attempt: the sign-in ends if it fails
 * @throws ServiceError too_many_requests with Retry-After after too many wrong attempts
 */
export async function reserveCodeOfSignIn(
  { userId, sessionId }: { userId: string; sessionId: string },
  ipAddress: string | null,
): Promise<Attempt & { isLast: boolean }> {
  const ofSignIn = { limit: IN_ONE_SIGN_IN, parts: [sessionId] };
  const attempt = await reserveAttempt([ofSignIn, ...limitsOf(userId, ipAddress)]);
  return { ...attempt, isLast: attempt.exhausts.includes(IN_ONE_SIGN_IN) };
}

function limitsOf(userId: string, ipAddress: string | null) {
  return [
    { limit: FROM_ANYWHERE, parts: [userId] },
    { limit: FROM_HERE, parts: [userId, networkOf(ipAddress)] },
  ];
}

type SecondFactorView = { since: Date; recoveryCodesLeft: number };

/** A person's confirmed second factor, or null. */
export const describeSecondFactor = operation({
  id: "describeSecondFactor",
  access: signedIn(),
  returns: value<SecondFactorView | null>(),
  async run({ caller }) {
    const { userId } = caller.session;
    const factor = await findSecondFactor(db(), userId);
    if (!factor?.confirmedAt) return null;
    return {
      since: factor.confirmedAt,
      recoveryCodesLeft: await db().recoveryCode.count({ where: { userId, usedAt: null } }),
    };
  },
});

export async function hasSecondFactor(database: Database, userId: string): Promise<boolean> {
  const factor = await findSecondFactor(database, userId);
  return Boolean(factor?.confirmedAt);
}

/** Replaces a person's recovery codes. @returns the codes, of which only hashes are stored */
export async function renewRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.flatMap((code) => hashRecoveryCode(userId, code) ?? []);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) });
  return codes;
}

/** The page that shows recovery codes once: the response to a form, without a URL of its own. */
export function recoveryCodesPage(title: "on" | "renewed", codes: readonly string[]) {
  return (t: PageWords["t"]): PlainPage => ({
    title: t(`recoveryCodes.${title}`),
    paragraphs: [t("recoveryCodes.keep"), t("recoveryCodes.once")],
    lines: {
      label: t("recoveryCodes.label"),
      texts: codes,
      fileName: "latchkey-recovery-codes.txt",
    },
    link: { href: "/profile#second-factor", label: t("recoveryCodes.goOn") },
  });
}

export const replaceRecoveryCodes = operation({
  id: "replaceRecoveryCodes",
  request: { route: "POST /profile/second-factor/recovery-codes", body: proofFormSchema },
  access: signedIn(),
  returns: profilePage("second-factor"),
  async run(context) {
    if (!(await proveSecondFactor(context))) return notice("recovery_codes_kept");
    const { info, caller } = context;
    const codes = await transaction(async (tx) => {
      await recordAccountEvent(tx, caller.session.userId, info, {
        action: "recovery_codes.replaced",
      });
      return renewRecoveryCodes(tx, caller.session.userId);
    });
    return { page: recoveryCodesPage("renewed", codes) };
  },
});

/** Turns off the second factor, given the password and a code. */
export const removeSecondFactor = operation({
  id: "removeSecondFactor",
  request: { route: "POST /profile/second-factor/remove", body: proofFormSchema },
  access: signedIn(),
  returns: profilePage("second-factor"),
  async run(context) {
    if (!(await proveSecondFactor(context))) return notice("second_factor_kept");
    const { info, caller } = context;
    await transaction(async (tx) => {
      await deleteFactor(tx, caller.session.userId);
      await recordAccountEvent(tx, caller.session.userId, info, {
        action: "second_factor.removed",
      });
    });
    return notice("second_factor_removed");
  },
});

/** Whether a form contains the person's password and either a code of their second factor or a recovery code. */
async function proveSecondFactor({
  caller: { session },
  body,
  info,
}: Pick<
  CallContext<"signedIn", { body: typeof proofFormSchema }>,
  "caller" | "body" | "info"
>): Promise<boolean> {
  const { userId } = session;
  if (!(await isOwnPassword(userId, body.password, info))) return false;
  const attempt = await reserveAttempt(limitsOf(userId, info.ipAddress));
  const usedCode = await takeCode(db(), userId, body.code);
  if (usedCode) await attempt.refund();
  return usedCode !== null;
}

/** Uses up a code, or a recovery code, as typed; once, even concurrently. @returns which of them it was, or null */
export async function takeCode(
  tx: Database,
  userId: string,
  code: string,
  now = Date.now(),
): Promise<"code" | "recovery_code" | null> {
  const codeHash = hashRecoveryCode(userId, code);
  if (codeHash) {
    const user = { secondFactor: { confirmedAt: { not: null } } };
    const { count } = await tx.recoveryCode.updateMany({
      where: { userId, codeHash, usedAt: null, user },
      data: { usedAt: new Date() },
    });
    return count === 1 ? "recovery_code" : null;
  }
  const factor = await findSecondFactor(tx, userId);
  if (!factor?.confirmedAt) return null;
  const step = stepOfCode(openFactorSecret(userId, factor), code, now);
  if (step === null) return null;
  // Not if this or a later code was used.
  const unused = { OR: [{ lastStep: null }, { lastStep: { lt: step } }] };
  const { count } = await tx.secondFactor.updateMany({
    where: { userId, confirmedAt: { not: null }, ...unused },
    data: { lastStep: step },
  });
  return count === 1 ? "code" : null;
}

export type SecondFactorRow = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>;

/** A person's second factor, confirmed or being set up; null for none. */
export function findSecondFactor(database: Database, userId: string) {
  return database.secondFactor.findUnique({
    where: { userId },
    select: { encrypted: true, encryptionKeyId: true, createdAt: true, confirmedAt: true },
  });
}

/** Removes a person's second factor and recovery codes. */
export async function deleteFactor(tx: Database, userId: string): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.secondFactor.deleteMany({ where: { userId } });
}
