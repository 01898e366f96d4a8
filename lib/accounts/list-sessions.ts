import type { Session } from "@/lib/access/session";
import { findLiveSessions } from "@/lib/accounts/repository";

/** A browser in which a person is signed in. */
export type OpenSession = {
  id: string;
  since: Date;
  ipAddress: string | null;
  userAgent: string | null;
  /** Whether it is the current one. */
  isThis: boolean;
};

/** The browsers in which a person is signed in, newest first. */
export async function listSessions({ userId, sessionId }: Session): Promise<OpenSession[]> {
  const rows = await findLiveSessions(userId);
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    since: createdAt,
    isThis: row.id === sessionId,
  }));
}
