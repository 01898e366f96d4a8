import { type AccountEvent, recordAccountEvent } from "@/lib/audit/record-account-event";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { transaction } from "@/lib/core/db/client";
import { readForm } from "@/lib/core/http/read-body";
import { toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { log } from "@/lib/core/log";
import { renderPage } from "@/lib/core/pages/render-page";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { openRecovery } from "@/lib/identity/account/recovery/open-recovery";
import {
  endAllSessions,
  type Recovery,
  takeLink,
} from "@/lib/identity/account/recovery/repository";
import { updatePassword } from "@/lib/identity/account/repository";
import { newPasswordSchema } from "@/lib/identity/account/schemas";
import { deleteFactor } from "@/lib/identity/account/second-factor/repository";
import { verifyEmail } from "@/lib/identity/account/verify-email";
import { hashLink } from "@/lib/identity/sessions/new-link";

/**
 * POST `/recover/{token}/password`: sets a new password through a recovery link, once, and ends every session. A link
 * from the shell, or one mailed to an unverified address, also removes the second factor, since someone else may
 * control it. A mailed link verifies the address.
 */
export async function recoverAccount(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const { requestId, ipAddress } = info;
  const token = new URL(request.url).pathname.split("/")[2] ?? "";
  const path = `/recover/${encodeURIComponent(token)}`;
  try {
    requireSameOrigin(request);
    const newPassword = newPasswordSchema.safeParse((await readForm(request)).password);
    if (!newPassword.success) return redirectResponse(303, `${path}?invalid=password`);
    const person = await openRecovery(token, ipAddress);
    if (!person) return redirectResponse(303, path);
    const fault = judgePassword(newPassword.data, person);
    if (fault) return redirectResponse(303, `${path}?invalid=${fault}`);
    const passwordHash = await hashPassword(newPassword.data);
    const recovered = await transaction(async (tx) => {
      if (!(await takeLink(tx, person.id, hashLink(token)))) return false;
      await updatePassword(tx, person.id, passwordHash);
      if (person.removesSecondFactor) await deleteFactor(tx, person.id);
      await endAllSessions(tx, person.id);
      await recordAccountEvent(tx, person.id, info, eventOf(person));
      if (person.isMailed) await verifyEmail(tx, person.id);
      return true;
    });
    if (!recovered) return redirectResponse(303, path);
    log().warn(
      { user_id: person.id, request_id: requestId },
      "an account was recovered through a link",
    );
    const notice = person.removesSecondFactor ? "recovered" : "password_set";
    return redirectResponse(303, `/sign-in?${notice}=1`);
  } catch (thrown) {
    const error = toServiceError(thrown, requestId);
    return renderPage(request.headers, error.status, (t) => ({
      title: t("recovery.title"),
      error,
      link: { href: path, label: t("recovery.goOn") },
      requestId,
    }));
  }
}

function eventOf({ isMailed, removesSecondFactor }: Recovery): AccountEvent {
  if (!isMailed) return { action: "password.changed", after: { by: "recovery_link" } };
  return removesSecondFactor
    ? { action: "account.reclaimed" }
    : { action: "password.changed", after: { by: "mailed_link" } };
}
