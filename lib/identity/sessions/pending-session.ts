/** A session waiting for the second factor, with its person. */
export type PendingSession = { sessionId: string; userId: string; account: string };
