import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { readSession } from "@/lib/identity/sessions/read-session";
import type { Session } from "@/lib/operation/access/session";

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
