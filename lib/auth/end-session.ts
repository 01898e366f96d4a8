import { endSessionRow } from "@/lib/auth/repository";

/** Ends a session for good: every copy of its cookie becomes useless. */
export function endSession(sessionId: string): Promise<void> {
  return endSessionRow(sessionId);
}
