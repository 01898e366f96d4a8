import { z } from "zod";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import type { CallContext } from "@/lib/operation/operation";

/** The sandbox company that a tool works in. */
export const sandboxCompanySchema = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: "The sandbox company.", example: 42 });

/** The session of a signed-in member. Null for a caller with a token, even if a cookie is sent as well. */
export function ownSessionId({
  caller,
  cookie,
}: Pick<CallContext<"organization">, "caller" | "cookie">): string | null {
  const isSignedIn = caller.kind === "user" && !caller.through;
  return isSignedIn ? readSessionId(cookie) : null;
}
