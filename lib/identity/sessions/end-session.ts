import { endSessionRow } from "@/lib/identity/sessions/repository";

/** Ends a session for good: every copy of its cookie becomes useless. */
export function endSession(sessionId: string): Promise<void> {
  return endSessionRow(sessionId);
}
