import { makeRecoveryToken } from "@/lib/accounts/recovery/recovery-token";
import { findUnverifiedPerson } from "@/lib/accounts/recovery/repository";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { networkOf } from "@/lib/kernel/http/network-of";
import { readForm } from "@/lib/kernel/http/read-body";
import { toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { redirectResponse } from "@/lib/kernel/http/responses";
import { requireSameOrigin } from "@/lib/kernel/http/same-origin";
import { log } from "@/lib/kernel/log";
import { type FailureLimit, reserveAttempt } from "@/lib/limits/failure-limit";
import { sendMail } from "@/lib/mail/send-mail";
import { renderPage } from "@/lib/pages/render-page";

const LINK_SECONDS = 60 * 60;
const PER_NETWORK: FailureLimit = { name: "reclaim-mails-from", failures: 10, windowSeconds: 3600 };
const PER_ADDRESS: FailureLimit = { name: "reclaim-mails-to", failures: 3, windowSeconds: 3600 };

/**
 * POST `/sign-in/reclaim`: mails a link to the owner of an address whose account someone else may have created, as long
 * as the account is unverified. The response and its timing are the same for every address.
 */
export async function mailReclaimLink(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  try {
    requireSameOrigin(request);
    if (!env().mail) throw new ServiceError("not_found", "This installation does not send mail.");
    const email = ((await readForm(request)).email ?? "").trim().toLowerCase();
    await reserveAttempt([
      { limit: PER_NETWORK, parts: [networkOf(info.ipAddress)] },
      { limit: PER_ADDRESS, parts: [email] },
    ]);
    mailTo(email).catch((err: unknown) => {
      log().error({ err, request_id: info.requestId }, "reclaim link not mailed");
    });
    return redirectResponse(303, "/sign-in?reclaim_sent=1");
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    return renderPage(request.headers, error.status, (t) => ({
      title: t("recovery.title"),
      refusal: error,
      link: { href: "/sign-in", label: t("recovery.goOn") },
      requestId: info.requestId,
    }));
  }
}

async function mailTo(email: string): Promise<void> {
  const person = await findUnverifiedPerson(email);
  if (!person) return;
  const { id, passwordHash } = person;
  const expires = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  const link = `${env().baseUrl}/recover/${makeRecoveryToken(id, expires, passwordHash, "mail")}`;
  await sendMail({
    to: email,
    subject: "Take over your account on Latchkey",
    text: [
      `There is an account for ${email} on ${env().baseUrl}, but this e-mail address has not been verified yet.`,
      `To take over the account, set your own password:\n${link}`,
      "The link works once, within an hour. It signs out every other browser and turns off the second factor. If you did not request it, ignore this mail.",
    ].join("\n\n"),
  });
}
