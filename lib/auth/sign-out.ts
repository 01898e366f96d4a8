import { endSession } from "@/lib/auth/end-session";
import { clearSessionCookie, readSessionId } from "@/lib/auth/session-cookie";
import { env } from "@/lib/kernel/env";
import { readForm } from "@/lib/kernel/http/read-body";
import { renderManagementError, toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { redirectResponse } from "@/lib/kernel/http/responses";
import { safeReturnPath } from "@/lib/kernel/http/safe-return-path";
import { requireSameOrigin } from "@/lib/kernel/http/same-origin";

/**
 * POST `/sign-out`: ends the session and redirects to sign-in, with `return_to` if the person wants to continue with
 * another account. Replaces next-auth's form, which needs a cookie that browsers drop before the session.
 */
export async function signOut(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    const form = await readForm(request);
    const sessionId = readSessionId(request.headers.get("cookie"));
    if (sessionId) await endSession(sessionId);
    const query = new URLSearchParams({ signed_out: "1" });
    if (form.return_to) query.set("return_to", safeReturnPath(form.return_to, env().baseUrl));
    const response = redirectResponse(303, `/sign-in?${query}`);
    response.headers.append("set-cookie", clearSessionCookie());
    return response;
  } catch (thrown) {
    const { requestId } = readRequestInfo(request.headers);
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}
