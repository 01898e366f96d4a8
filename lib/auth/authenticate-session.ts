import type { Session } from "@/lib/access/session";
import { readSession } from "@/lib/auth/read-session";
import { ServiceError } from "@/lib/kernel/errors";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import { requireSameOrigin } from "@/lib/kernel/http/same-origin";

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
