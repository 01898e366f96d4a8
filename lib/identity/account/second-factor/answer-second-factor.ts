import { z } from "zod";
import { recordFailedSignIn } from "@/lib/audit/record-account-event";
import { db, transaction } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import { reserveCodeOfSignIn, takeCode } from "@/lib/identity/account/second-factor/second-factor";
import { endSessions, openSessionAfter } from "@/lib/identity/sessions/open-session";
import {
  type PendingSession,
  readPendingSession,
  takePendingSession,
} from "@/lib/identity/sessions/pending-session";
import { setSessionCookie } from "@/lib/identity/sessions/session-cookie";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import { anyone } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { page } from "@/lib/operation/returns";

/**
 * Checks the code after the password. A valid code replaces the waiting session with a live one under a new id; the
 * fifth wrong code ends it.
 */
export const answerSecondFactor = operation({
  id: "answerSecondFactor",
  request: {
    route: "POST /sign-in/second-factor/answer",
    body: z.object({ return_to: z.string().optional(), code: z.string().default("") }),
  },
  access: anyone(),
  returns: page({
    on: "/sign-in/second-factor",
    failure: (t) => ({
      title: t("secondFactor.title"),
      link: { href: "/sign-in", label: t("secondFactor.goOn") },
    }),
  }),
  async run({ body, info, cookie }) {
    const returnPath = safeReturnPath(body.return_to, env().baseUrl);
    const pending = await readPendingSession(cookie);
    if (!pending) return { to: signInHref(returnPath) };
    const attempt = await reserveCodeOfSignIn(pending, info.ipAddress);
    const sessionId = await completeSignIn(pending, body.code, info);
    if (!sessionId) {
      await recordFailedSignIn(db(), pending.userId, info, "second_factor");
      if (!attempt.isLast) {
        const query = new URLSearchParams({ return_to: returnPath, problem: "wrong_code" });
        return { back: `?${query}` };
      }
      await endSessions(db(), { id: pending.sessionId });
      return { to: `${signInHref(returnPath)}&error=too_many_codes` };
    }
    await attempt.refund();
    return { to: returnPath, cookies: [setSessionCookie(sessionId)] };
  },
});

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
