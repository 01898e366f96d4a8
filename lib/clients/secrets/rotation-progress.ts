import type { rotationStates } from "@/lib/clients/field-values";

/** For how many hours an old secret must be unused before it is safe to revoke. */
const IDLE_HOURS = 24;
const IDLE_MS = IDLE_HOURS * 3_600_000;

/** The facts about a live secret that determine the progress of a rotation. */
export type SecretUse = {
  id: string;
  createdAt: Date;
  /** Also for a sandbox company: a test server would notice a revocation, too. */
  lastUsedAt: Date | null;
};

/** The stages of moving from old secrets to the newest one. */
export type RotationProgress = {
  state: (typeof rotationStates)[number];
  newestId: string;
  /** The other live secrets, in the order given. */
  old: { id: string; idleSince: Date; safeToRevoke: boolean }[];
};

/**
 * Determines the progress of a rotation. An old secret is safe to revoke once the newest one is in use and the old one
 * has been neither used nor created within 24 hours.
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
