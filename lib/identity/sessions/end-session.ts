import { db } from "@/lib/core/db/client";

/** Ends a session for good: every copy of its cookie becomes useless. */
export async function endSession(sessionId: string): Promise<void> {
  await db().userSession.updateMany({
    where: { id: sessionId, endedAt: null },
    data: { endedAt: new Date() },
  });
}
