import { endSessionRow } from "@/lib/auth/repository";

/** Ends a session for good: its cookie opens nothing afterwards, wherever it was copied to. */
export function endSession(sessionId: string): Promise<void> {
  return endSessionRow(sessionId);
}
