import type { rotationStates } from "@/lib/clients/field-values";

/** How long an old secret must not have been used before it can go without harm, in hours. */
const IDLE_HOURS = 24;
const IDLE_MS = IDLE_HOURS * 3_600_000;

/** What of a live secret says how far a rotation has come. */
export type SecretUse = { id: string; createdAt: Date; lastUsedAt: Date | null };

/** How far a client has moved from its old secrets to the newest one. */
export type RotationProgress = {
  state: (typeof rotationStates)[number];
  newestId: string;
  /** The other live secrets, in the order given. */
  old: { id: string; idleSince: Date; safeToRevoke: boolean }[];
};

/**
 * Says how far a rotation has come. An old secret is safe to revoke once the newest one is in use
 * and the old one was not used, nor made, for 24 hours.
 * @param secrets the client's live secrets, newest first
 * @returns null for a client with fewer than two
 */
export function rotationProgress(
  secrets: readonly SecretUse[],
  now: Date,
): RotationProgress | null {
  const [newest, ...others] = secrets;
  if (!newest || others.length === 0) return null;
  const inUse = newest.lastUsedAt !== null;
  const old = others.map(({ id, createdAt, lastUsedAt }) => {
    const idleSince = lastUsedAt ?? createdAt;
    return { id, idleSince, safeToRevoke: inUse && now.getTime() - idleSince.getTime() >= IDLE_MS };
  });
  return { state: stateOf(inUse, old), newestId: newest.id, old };
}

function stateOf(inUse: boolean, old: RotationProgress["old"]): RotationProgress["state"] {
  if (!inUse) return "waiting_for_first_use";
  return old.every(({ safeToRevoke }) => safeToRevoke) ? "safe_to_revoke" : "old_in_use";
}
