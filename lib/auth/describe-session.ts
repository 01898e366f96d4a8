import { readSession } from "@/lib/auth/read-session";
import { jsonResponse } from "@/lib/kernel/http/responses";

/**
 * GET `/session`: whose session the browser has, for a page that waits for somebody to sign in again.
 * `{"user_id": null}` when it has none, or one that still owes the second factor.
 */
export async function describeSession(request: Request): Promise<Response> {
  const session = await readSession(request.headers);
  return jsonResponse(200, { user_id: session?.userId ?? null });
}
