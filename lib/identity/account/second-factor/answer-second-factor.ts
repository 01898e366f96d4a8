import { recordFailedSignIn } from "@/lib/audit/record-account-event";
import { db, transaction } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { ServiceError } from "@/lib/core/errors";
import { readForm } from "@/lib/core/http/read-body";
import { toServiceError } from "@/lib/core/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { renderPage } from "@/lib/core/pages/render-page";
import { takeCode } from "@/lib/identity/account/second-factor/take-code";
import { endSession } from "@/lib/identity/sessions/end-session";
import { reserveCodeOfSignIn } from "@/lib/identity/sessions/limit-guessing-codes";
import { openSessionAfter } from "@/lib/identity/sessions/open-session";
import type { PendingSession } from "@/lib/identity/sessions/pending-session";
import { readPendingSession } from "@/lib/identity/sessions/read-pending-session";
import { setSessionCookie } from "@/lib/identity/sessions/session-cookie";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import { takePendingSession } from "@/lib/identity/sessions/take-pending-session";

/**
 * POST `/sign-in/second-factor/answer`: checks the code after the password. A valid code replaces the waiting session
 * with a live one under a new id; the fifth wrong code ends it.
 */
export async function answerSecondFactor(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  try {
    requireSameOrigin(request);
    const form = await readForm(request);
    const returnPath = safeReturnPath(form.return_to, env().baseUrl);
    const pending = await readPendingSession(request.headers);
    if (!pending) return redirectResponse(303, signInHref(returnPath));
    return await answer(pending, form.code ?? "", returnPath, info);
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    return renderPage(request.headers, error.status, (t) => ({
      title: t("secondFactor.title"),
      error,
      link: { href: "/sign-in", label: t("secondFactor.goOn") },
      requestId: info.requestId,
    }));
  }
}

async function answer(
  pending: PendingSession,
  code: string,
  returnPath: string,
  info: RequestInfo,
): Promise<Response> {
  const attempt = await reserveCodeOfSignIn(pending, info.ipAddress);
  const sessionId = await completeSignIn(pending, code, info);
  if (!sessionId) {
    await recordFailedSignIn(db(), pending.userId, info, "second_factor");
    if (!attempt.isLast) {
      const query = new URLSearchParams({ return_to: returnPath, problem: "wrong_code" });
      return redirectResponse(303, `/sign-in/second-factor?${query}`);
    }
    await endSession(pending.sessionId);
    return redirectResponse(303, `${signInHref(returnPath)}&error=too_many_codes`);
  }
  await attempt.refund();
  const response = redirectResponse(303, returnPath);
  response.headers.append("set-cookie", setSessionCookie(sessionId));
  return response;
}

// In one transaction, so that no code is used up for a session that was completed meanwhile.
function completeSignIn(
  pending: PendingSession,
  code: string,
  info: RequestInfo,
): Promise<string | null> {
  return transaction(async (tx) => {
    if (!(await takeCode(tx, pending.userId, code))) return null;
    if (!(await takePendingSession(tx, pending.sessionId))) {
      throw new ServiceError("conflict", "This sign-in has already been completed or has expired.");
    }
    return openSessionAfter(tx, pending, info);
  });
}
