import type { Database } from "@/lib/core/db/client";

/** Ends a session waiting for the second factor; false if it no longer waits. */
export async function takePendingSession(tx: Database, sessionId: string): Promise<boolean> {
  const now = new Date();
  const { count } = await tx.userSession.updateMany({
    where: { id: sessionId, secondFactorPending: true, endedAt: null, expiresAt: { gt: now } },
    data: { endedAt: now },
  });
  return count === 1;
}
