import { jsonResponse } from "@/lib/core/http/responses";
import { readSession } from "@/lib/identity/sessions/read-session";

/**
 * GET `/session`: the browser's session, for a page that waits for the person to sign in again. `{"user_id": null}` if
 * there is none, or it still waits for the second factor.
 */
export async function describeSession(request: Request): Promise<Response> {
  const session = await readSession(request.headers);
  return jsonResponse(200, { user_id: session?.userId ?? null });
}
