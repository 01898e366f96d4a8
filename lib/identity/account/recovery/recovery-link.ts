import { randomInt } from "node:crypto";
import { z } from "zod";
import { currentBrand } from "@/lib/core/brand/current-brand";
import type { Database } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { networkOf } from "@/lib/core/http/ip-address";
import type { Locale } from "@/lib/core/i18n/locales";
import { type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";
import { mailWords, sendMail } from "@/lib/core/mail/send-mail";
import { wait } from "@/lib/core/process/wait";
import { log } from "@/lib/core/telemetry/log";
import { findPersonByEmail, insertLink } from "@/lib/identity/account/recovery/repository";
import { newLink } from "@/lib/identity/sessions/link";
import { anyone } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { page } from "@/lib/operation/returns";

/** Marks a person's email address as verified after they opened a link mailed to it; keeps the first time. */
export async function verifyEmail(tx: Database, userId: string): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null },
    data: { emailVerifiedAt: new Date() },
  });
}

/** How long a link that sets a new password works. */
const LINK_SECONDS = 60 * 60;

/**
 * Creates a link with which a person can set a new password without the old one and without their second factor, once,
 * within an hour. Only for people with access to the server's shell.
 * @returns the link, or null if there is no account with a password for the email address
 */
export async function offerRecoveryLink(email: string): Promise<string | null> {
  const person = await findPersonByEmail(email.trim().toLowerCase());
  return person && newRecoveryLink(person.id, { isMailed: false });
}

/** Creates a link that sets a person's new password. */
async function newRecoveryLink(userId: string, how: { isMailed: boolean }): Promise<string> {
  const { stored, link } = newLink("recover", LINK_SECONDS);
  await insertLink(userId, { ...stored, ...how });
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
