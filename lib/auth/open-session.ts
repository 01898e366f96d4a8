import { insertSession } from "@/lib/auth/repository";
import type { Database } from "@/lib/kernel/db/client";

/** How long a session lasts, in seconds: 12 hours, a working day. */
export const SESSION_SECONDS = 12 * 60 * 60;

// Long enough to fetch the telephone, short enough that a forgotten half sign-in is of no use.
const PENDING_SECONDS = 10 * 60;

/** From where a session was opened, to be recognized by its person. */
export type SessionOrigin = { ipAddress: string | null; userAgent: string | null };

/**
 * Opens a session of a person: 12 hours, or while it waits for the second factor 10 minutes.
 * @returns the session's id
 */
export function openSession(
  database: Database,
  userId: string,
  state: "live" | "second_factor_pending",
  { ipAddress, userAgent }: SessionOrigin,
): Promise<string> {
  const secondFactorPending = state === "second_factor_pending";
  const seconds = secondFactorPending ? PENDING_SECONDS : SESSION_SECONDS;
  const expiresAt = new Date(Date.now() + seconds * 1000);
  return insertSession(database, { userId, expiresAt, secondFactorPending, ipAddress, userAgent });
}
