import { openSecret } from "@/lib/core/crypto/secret-box";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { readCookie, setCookie } from "@/lib/core/http/cookies";
import { readForm } from "@/lib/core/http/read-body";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { renderPage } from "@/lib/core/pages/render-page";
import { log } from "@/lib/core/telemetry/log";
import { endSessions } from "@/lib/identity/sessions/open-session";
import { clearSessionCookie, readSessionId } from "@/lib/identity/sessions/session-cookie";
import { discoverProvider } from "@/lib/platform/provider/discover-provider";
import { ProviderFailure, requireProvider } from "@/lib/platform/provider/provider";

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
    if (sessionId) await endSessions(db(), { id: sessionId });
    const response = leave
      ? leadToProvider(request.headers, leave)
      : redirectResponse(303, signedOutPath(returnTo));
    response.headers.append("set-cookie", clearSessionCookie());
    if (leave && returnTo) {
      const at = { path: SIGNED_OUT_PATH, seconds: RETURN_SECONDS };
      response.headers.append("set-cookie", setCookie(RETURN_COOKIE, returnTo, at));
    }
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

function findProviderSession(sessionId: string) {
  const select = { id: true, encrypted: true, encryptionKeyId: true };
  return db().providerSession.findUnique({ where: { sessionId }, select });
}
type StoredToken = NonNullable<Awaited<ReturnType<typeof findProviderSession>>>;

/** Where a browser signs out at the provider (OpenID Connect RP-Initiated Logout 1.0 section 2). */
async function providerLogoutAddress(sessionId: string, requestId: string): Promise<string | null> {
  const { baseUrl, provider } = env();
  const session = provider && (await findProviderSession(sessionId));
  const endpoint = session && (await endSessionEndpoint(requestId));
  if (!provider || !session || !endpoint) return null;
  const address = new URL(endpoint);
  const idToken = openIdToken(session);
  if (idToken) address.searchParams.set("id_token_hint", idToken);
  address.searchParams.set("client_id", provider.clientId);
  address.searchParams.set("post_logout_redirect_uri", baseUrl + SIGNED_OUT_PATH);
  return address.href;
}

// Signing out here works without the provider.
async function endSessionEndpoint(requestId: string): Promise<string | null> {
  try {
    const { end_session_endpoint: endpoint } = await discoverProvider();
    return endpoint ?? null;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const fields = { problem: error.problem, reason: error.message, request_id: requestId };
    log().warn(fields, "signed out here only");
    return null;
  }
}

/** Null if the provider's token was too long to keep, or its key is gone. */
function openIdToken({ id, encrypted, encryptionKeyId }: StoredToken): string | null {
  const { encryptionKeys } = env();
  if (!encrypted || !encryptionKeys.some((key) => key.id === encryptionKeyId)) return null;
  const box = { keyId: encryptionKeyId ?? "", sealed: encrypted };
  return openSecret(encryptionKeys, box, `id-token:${id}`);
}

/** The address to which the provider returns after signing out, to be registered there. */
const SIGNED_OUT_PATH = "/signed-out";

/** The sign-in page after signing out. */
function signedOutPath(returnTo: string | null): string {
  const query = new URLSearchParams({ signed_out: "1" });
  if (returnTo) query.set("return_to", returnTo);
  return `/sign-in?${query}`;
}

// Keeps where to continue while the browser signs out at the provider.
const RETURN_COOKIE = "latchkey.after-sign-out";
const RETURN_SECONDS = 10 * 60;

/** GET `/signed-out`: the browser's return from signing out at the provider. */
export function signedOut(request: Request): Response {
  const storedPath = readCookie(request.headers.get("cookie"), RETURN_COOKIE);
  const returnTo = storedPath ? safeReturnPath(storedPath, env().baseUrl) : null;
  const response = redirectResponse(302, signedOutPath(returnTo));
  const cookie = setCookie(RETURN_COOKIE, "", { path: SIGNED_OUT_PATH, seconds: 0 });
  response.headers.append("set-cookie", cookie);
  return response;
}
