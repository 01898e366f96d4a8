/** A session that waits for the second factor, with its person. */
export type PendingSession = { sessionId: string; userId: string; email: string };
