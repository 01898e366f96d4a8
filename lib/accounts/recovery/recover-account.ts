import { judgePassword } from "@/lib/accounts/judge-password";
import { openRecovery } from "@/lib/accounts/recovery/open-recovery";
import { endAllSessions, replacePassword } from "@/lib/accounts/recovery/repository";
import { newPasswordSchema } from "@/lib/accounts/schemas";
import { deleteFactor } from "@/lib/accounts/second-factor/repository";
import { verifyEmail } from "@/lib/accounts/verify-email";
import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { hashPassword } from "@/lib/kernel/crypto/passwords";
import { transaction } from "@/lib/kernel/db/client";
import { readForm } from "@/lib/kernel/http/read-body";
import { toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { redirectResponse } from "@/lib/kernel/http/responses";
import { requireSameOrigin } from "@/lib/kernel/http/same-origin";
import { log } from "@/lib/kernel/log";
import { renderPage } from "@/lib/pages/render-page";

const events = {
  shell: { action: "password.changed", after: { by: "recovery_link" } },
  mail: { action: "account.reclaimed" },
} as const;

/**
 * POST `/recover/{token}/password`: sets a new password through a recovery link, once. Removes the second factor and
 * ends every session, since someone else may control both.
 */
export async function recoverAccount(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const { requestId, ipAddress } = info;
  const token = new URL(request.url).pathname.split("/")[2] ?? "";
  const path = `/recover/${encodeURIComponent(token)}`;
  try {
    requireSameOrigin(request);
    const chosen = newPasswordSchema.safeParse((await readForm(request)).password);
    if (!chosen.success) return redirectResponse(303, `${path}?invalid=password`);
    const person = await openRecovery(token, ipAddress);
    if (!person) return redirectResponse(303, path);
    const fault = judgePassword(chosen.data, person);
    if (fault) return redirectResponse(303, `${path}?invalid=${fault}`);
    const passwordHash = await hashPassword(chosen.data);
    const recovered = await transaction(async (tx) => {
      if (!(await replacePassword(tx, person, passwordHash))) return false;
      await deleteFactor(tx, person.id);
      await endAllSessions(tx, person.id);
      await recordAccountEvent(tx, person.id, info, events[person.way]);
      if (person.way === "mail") await verifyEmail(tx, person.id);
      return true;
    });
    if (!recovered) return redirectResponse(303, path);
    log().warn(
      { user_id: person.id, request_id: requestId },
      "an account was recovered through a link",
    );
    return redirectResponse(303, "/sign-in?recovered=1");
  } catch (thrown) {
    const error = toServiceError(thrown, requestId);
    return renderPage(request.headers, error.status, (t) => ({
      title: t("recovery.title"),
      refusal: error,
      link: { href: path, label: t("recovery.goOn") },
      requestId,
    }));
  }
}
