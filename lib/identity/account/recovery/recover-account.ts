import { z } from "zod";
import { type AccountEvent, recordAccountEvent } from "@/lib/audit/record-account-event";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { transaction } from "@/lib/core/db/client";
import { log } from "@/lib/core/telemetry/log";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { openRecovery } from "@/lib/identity/account/recovery/open-recovery";
import { verifyEmail } from "@/lib/identity/account/recovery/recovery-link";
import { type Recovery, takeLink } from "@/lib/identity/account/recovery/repository";
import { updatePassword } from "@/lib/identity/account/repository";
import { newPasswordSchema, type PasswordFault } from "@/lib/identity/account/schemas";
import { deleteFactor } from "@/lib/identity/account/second-factor/repository";
import { hashLink } from "@/lib/identity/sessions/link";
import { endSessions } from "@/lib/identity/sessions/open-session";
import { anyone } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice, page } from "@/lib/operation/returns";

/**
 * Sets a new password through a recovery link, once, and ends every session. A link from the shell, or one mailed to an
 * unverified address, also removes the second factor, since someone else may control it. A mailed link verifies the
 * address.
 */
export const recoverAccount = operation({
  id: "recoverAccount",
  request: {
    route: "POST /recover/{token}/password",
    params: z.object({ token: z.string() }),
    body: z.object({ password: newPasswordSchema }),
  },
  access: anyone(),
  returns: page<PasswordFault>({
    on: "/recover/{token}",
    failure: (t, href) => ({
      title: t("recovery.title"),
      link: { href, label: t("recovery.goOn") },
    }),
    show: (fault) => `?invalid=${fault}`,
    invalid: "password",
  }),
  async run({ params: { token }, body: { password }, info }) {
    const person = await openRecovery(token, info.ipAddress);
    if (!person) return { back: "" };
    const fault = judgePassword(password, person);
    if (fault) return notice(fault);
    const passwordHash = await hashPassword(password);
    const recovered = await transaction(async (tx) => {
      if (!(await takeLink(tx, person.id, hashLink(token)))) return false;
      await updatePassword(tx, person.id, passwordHash);
      if (person.removesSecondFactor) await deleteFactor(tx, person.id);
      await endSessions(tx, { userId: person.id });
      await recordAccountEvent(tx, person.id, info, eventOf(person));
      if (person.isMailed) await verifyEmail(tx, person.id);
      return true;
    });
    if (!recovered) return { back: "" };
    log().warn(
      { user_id: person.id, request_id: info.requestId },
      "an account was recovered through a link",
    );
    return { to: `/sign-in?${person.removesSecondFactor ? "recovered" : "password_set"}=1` };
  },
});

function eventOf({ isMailed, removesSecondFactor }: Recovery): AccountEvent {
  if (!isMailed) return { action: "password.changed", after: { by: "recovery_link" } };
  return removesSecondFactor
    ? { action: "account.reclaimed" }
    : { action: "password.changed", after: { by: "mailed_link" } };
}
