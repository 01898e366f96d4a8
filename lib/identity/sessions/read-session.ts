import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest, RequestHeaders } from "@/lib/core/http/api-request";
import { jsonResponse } from "@/lib/core/http/responses";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { findSession } from "@/lib/identity/sessions/repository";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import type { Session } from "@/lib/operation/access/session";

/** The live session of a request's cookie, or null. Without a signed cookie, it runs no query. */
export async function readSession(headers: RequestHeaders): Promise<Session | null> {
  return sessionOfCookie(headers.get("cookie"));
}

/** Like {@link readSession}, for a Cookie header as sent. */
export async function sessionOfCookie(cookie: string | null): Promise<Session | null> {
  const sessionId = readSessionId(cookie);
  return sessionId ? findSession(sessionId) : null;
}

/**
 * Says who sends a form of one of our pages.
 * @throws ServiceError access_denied for a page of another site; unauthenticated
 */
export async function authenticateSession(request: ApiRequest): Promise<{ session: Session }> {
  requireSameOrigin(request);
  const session = await readSession(request.headers);
  if (!session) throw new ServiceError("unauthenticated", "Your session has ended. Sign in again.");
  return { session };
}

/**
 * GET `/session`: the browser's session, for a page that waits for the person to sign in again. `{"user_id": null}` if
 * there is none, or it still waits for the second factor.
 */
export async function describeSession(request: Request): Promise<Response> {
  const session = await readSession(request.headers);
  return jsonResponse(200, { user_id: session?.userId ?? null });
}
