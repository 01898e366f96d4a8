import { first, sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest, RequestHeaders } from "@/lib/core/http/api-request";
import { jsonResponse } from "@/lib/core/http/responses";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
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

/** Who sends a form of our pages. @throws ServiceError access_denied for another site's page; unauthenticated */
export async function authenticateSession(request: ApiRequest): Promise<{ session: Session }> {
  requireSameOrigin(request);
  const session = await readSession(request.headers);
  if (!session) throw new ServiceError("unauthenticated", "Your session has ended. Sign in again.");
  return { session };
}

/** GET `/session`: whose session the browser has, for a page that waits for a sign-in; null if none is live. */
export async function describeSession(request: Request): Promise<Response> {
  const session = await readSession(request.headers);
  return jsonResponse(200, { user_id: session?.userId ?? null });
}

const findLiveSession = sql<{ sessionId: string }, Session>(
  "find-session",
  {
    sessionId: "text",
    userId: "text",
    email: "text?",
    firstName: "text",
    lastName: "text",
    operatorRole: "text?",
  },
  `
  SELECT s.id AS "sessionId", u.id AS "userId", u.email, u.first_name AS "firstName", u.last_name AS "lastName",
    u.operator_role::text AS "operatorRole"
  FROM user_sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = :sessionId AND s.ended_at IS NULL AND s.expires_at > now() AND NOT s.second_factor_pending
    AND u.deactivated_at IS NULL`,
);

/** The live session with this id, or null. One waiting for the second factor does not count. */
export async function findSession(sessionId: string): Promise<Session | null> {
  return first(await findLiveSession({ sessionId }));
}
