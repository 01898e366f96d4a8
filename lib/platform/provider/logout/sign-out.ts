import { env } from "@/lib/core/env";
import { readForm } from "@/lib/core/http/read-body";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { renderPage } from "@/lib/core/pages/render-page";
import { endSession } from "@/lib/identity/sessions/end-session";
import { clearSessionCookie, readSessionId } from "@/lib/identity/sessions/session-cookie";
import { providerLogoutAddress } from "@/lib/platform/provider/logout/provider-logout-address";
import { setReturnCookie } from "@/lib/platform/provider/logout/return-cookie";
import { signedOutPath } from "@/lib/platform/provider/logout/signed-out";
import { requireProvider } from "@/lib/platform/provider/require-provider";

/**
 * POST `/sign-out`: ends the session, also at the provider if it was opened there, and leads to sign-in, with
 * `return_to` if the person wants to continue with another account. Replaces next-auth's form, which needs a cookie that
 * browsers drop before the session.
 */
export async function signOut(request: Request): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    requireSameOrigin(request);
    const form = await readForm(request);
    const returnTo = form.return_to ? safeReturnPath(form.return_to, env().baseUrl) : null;
    const sessionId = readSessionId(request.headers.get("cookie"));
    const leave = sessionId && (await providerLogoutAddress(sessionId, requestId));
    if (sessionId) await endSession(sessionId);
    const response = leave
      ? leadToProvider(request.headers, leave)
      : redirectResponse(303, signedOutPath(returnTo));
    response.headers.append("set-cookie", clearSessionCookie());
    if (leave && returnTo) response.headers.append("set-cookie", setReturnCookie(returnTo));
    return response;
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}

// A page instead of a redirect: Chromium applies our form-action to redirects that follow a form.
function leadToProvider(headers: Headers, address: string): Response {
  const { name } = requireProvider();
  return renderPage(headers, 200, (t) => ({
    title: t("signOut.title", { provider: name }),
    link: { href: address, label: t("signOut.goOn", { provider: name }) },
    followLink: true,
  }));
}
