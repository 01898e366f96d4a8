import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { currentBrand } from "@/lib/core/brand/current-brand";
import { env } from "@/lib/core/env";
import { ServiceError } from "@/lib/core/errors";
import { networkOf } from "@/lib/core/http/network-of";
import { readForm } from "@/lib/core/http/read-body";
import { toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import type { Locale } from "@/lib/core/i18n/locales";
import { requestLocale } from "@/lib/core/i18n/request-locale";
import { type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";
import { log } from "@/lib/core/log";
import { mailWords } from "@/lib/core/mail/mail-words";
import { sendMail } from "@/lib/core/mail/send-mail";
import { renderPage } from "@/lib/core/pages/render-page";
import { LINK_SECONDS } from "@/lib/identity/account/recovery/link-seconds";
import { findPersonByEmail, insertLink } from "@/lib/identity/account/recovery/repository";
import { newLink } from "@/lib/identity/sessions/new-link";

const PER_NETWORK: FailureLimit = {
  name: "recovery-mails-from",
  failures: 10,
  windowSeconds: 3600,
};
// Looking up, storing and mailing slow down the request that comes next. Its sender must not know when that is.
const [EARLIEST_MS, LATEST_MS] = [50, 500];
const PER_ADDRESS: FailureLimit = { name: "recovery-mails-to", failures: 3, windowSeconds: 3600 };

/**
 * POST `/forgot-password/mail`: mails a link that sets a new password, if the address has an account with a password.
 * The response and its timing are the same for every address, and so are those of the requests that follow at once.
 */
export async function mailRecoveryLink(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  try {
    requireSameOrigin(request);
    if (!env().mail) throw new ServiceError("not_found", "This installation does not send mail.");
    const email = ((await readForm(request)).email ?? "").trim().toLowerCase();
    await reserveAttempt([
      { limit: PER_NETWORK, parts: [networkOf(info.ipAddress)] },
      { limit: PER_ADDRESS, parts: [email] },
    ]);
    mailTo(email, requestLocale(request.headers)).catch((err: unknown) => {
      log().error({ err, request_id: info.requestId }, "recovery link not mailed");
    });
    return redirectResponse(303, "/forgot-password?sent=1");
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    return renderPage(request.headers, error.status, (t) => ({
      title: t("recovery.notMailed"),
      error,
      link: { href: "/forgot-password", label: t("recovery.goOn") },
      requestId: info.requestId,
    }));
  }
}

async function mailTo(email: string, locale: Locale): Promise<void> {
  await sleep(randomInt(EARLIEST_MS, LATEST_MS));
  const person = await findPersonByEmail(email);
  if (!person) return;
  const { stored, link } = newLink("recover", LINK_SECONDS);
  await insertLink(person.id, { ...stored, isMailed: true });
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
