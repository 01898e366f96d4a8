import { isId, newId } from "@/lib/core/crypto/ids";
import { timestampOfId } from "@/lib/gate/calls/timestamp-of-id";

/** How long before the handler a request may have arrived, in milliseconds. */
const MAX_AGE_MS = 60_000;

/**
 * When a call began, and the id that names it. Keeps a request id that this service gave the request; the start is
 * then in the second that the id names.
 * @param requestId of the request; a caller's own never has the form of our ids
 */
export function beginCall(requestId: string): { requestId: string; startedAt: Date } {
  const now = Date.now();
  if (isId(requestId)) {
    const second = timestampOfId(requestId).getTime();
    const startedAt = Math.min(now, second + 999);
    if (startedAt >= second && now - startedAt < MAX_AGE_MS) {
      return { requestId, startedAt: new Date(startedAt) };
    }
  }
  return { requestId: newId(now), startedAt: new Date(now) };
}
