import { randomInt } from "node:crypto";
import { z } from "zod";
import { type AccountEvent, recordAccountEvent } from "@/lib/audit/record-account-event";
import { currentBrand } from "@/lib/core/brand/current-brand";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { networkOf } from "@/lib/core/http/ip-address";
import type { Locale } from "@/lib/core/i18n/locales";
import { type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";
import { mailWords, sendMail } from "@/lib/core/mail/send-mail";
import { wait } from "@/lib/core/process/wait";
import { log } from "@/lib/core/telemetry/log";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { updatePassword } from "@/lib/identity/account/profile";
import {
  findPersonByEmail,
  openRecovery,
  openRows,
  type Recovery,
} from "@/lib/identity/account/recovery/open-recovery";
import { newPasswordSchema, type PasswordFault } from "@/lib/identity/account/schemas";
import { deleteFactor } from "@/lib/identity/account/second-factor/second-factor";
import { hashLink, newLink } from "@/lib/identity/sessions/link";
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
      const userId = person.id;
      // Locked first, as whenever a password changes, so that of several links only one works.
      await lockPerson({ userId }, tx);
      const { count } = await tx.passwordResetLink.updateMany({
        where: { tokenHash: hashLink(token), userId, ...openRows(), user: { deactivatedAt: null } },
        data: { usedAt: new Date() },
      });
      if (count === 0) return false;
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

const lockPerson = sql<{ userId: string }>(
  "lock-recovering-person",
  {},
  "SELECT id FROM users WHERE id = :userId FOR UPDATE",
);

/** Marks a person's email address as verified after they opened a link mailed to it; keeps the first time. */
export async function verifyEmail(tx: Database, userId: string): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null },
    data: { emailVerifiedAt: new Date() },
  });
}

/** How long a link that sets a new password works. */
const LINK_SECONDS = 60 * 60;

/** Creates a recovery link for the shell, which works once within an hour. @returns null without such an account */
export async function offerRecoveryLink(email: string): Promise<string | null> {
  const person = await findPersonByEmail(email.trim().toLowerCase());
  return person && newRecoveryLink(person.id, { isMailed: false });
}

/** Creates a link that sets a person's new password. */
async function newRecoveryLink(userId: string, how: { isMailed: boolean }): Promise<string> {
  const { stored, link } = newLink("recover", LINK_SECONDS);
  const data = { userId, ...stored, ...how };
  await db().passwordResetLink.create({ data, select: { userId: true } });
  return link;
}

const PER_NETWORK: FailureLimit = {
  name: "recovery-mails-from",
  failures: 10,
  windowSeconds: 3600,
};
// Looking up, storing and mailing slow down the request that comes next. Its sender must not know when that is.
const [EARLIEST_MS, LATEST_MS] = [50, 500];
const PER_ADDRESS: FailureLimit = { name: "recovery-mails-to", failures: 3, windowSeconds: 3600 };

/**
 * Mails a link that sets a new password, if the address has an account with a password. The response and its timing are
 * the same for every address, and so are those of the requests that follow at once.
 */
export const mailRecoveryLink = operation({
  id: "mailRecoveryLink",
  request: {
    route: "POST /forgot-password/mail",
    body: z.object({ email: z.string().default("") }),
  },
  access: anyone(requireMail),
  returns: page({
    on: "/forgot-password",
    failure: (t, href) => ({
      title: t("recovery.notMailed"),
      link: { href, label: t("recovery.goOn") },
    }),
  }),
  async run({ body, info, locale }) {
    const email = body.email.trim().toLowerCase();
    await reserveAttempt([
      { limit: PER_NETWORK, parts: [networkOf(info.ipAddress)] },
      { limit: PER_ADDRESS, parts: [email] },
    ]);
    mailTo(email, locale).catch((err: unknown) => {
      log().error({ err, request_id: info.requestId }, "recovery link not mailed");
    });
    return { back: "?sent=1" };
  },
});

function requireMail(): void {
  if (!env().mail) throw new ServiceError("not_found", "This installation does not send mail.");
}

async function mailTo(email: string, locale: Locale): Promise<void> {
  await wait(randomInt(EARLIEST_MS, LATEST_MS));
  const person = await findPersonByEmail(email);
  if (!person) return;
  const link = await newRecoveryLink(person.id, { isMailed: true });
  const t = mailWords(locale);
  const { productName } = await currentBrand();
  await sendMail({
    to: email,
    subject: t("recovery.subject", { product: productName }),
    text: [
      t("recovery.why", { email, site: env().baseUrl }),
      `${t("recovery.set")}\n${link}`,
      t("recovery.works"),
      ...(person.emailVerifiedAt ? [] : [t("recovery.unverified")]),
    ].join("\n\n"),
  });
}
