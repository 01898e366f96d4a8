const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** A worker that served this long, in milliseconds, did not fail because of its start. */
export const SETTLED_MS = 60_000;

/**
 * Milliseconds until a worker is replaced: 0 the first time, then doubling, so that workers that keep dying do not
 * exhaust the machine.
 * @param deaths in a row before a worker was stable
 */
export function restartDelayMs(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (deaths - 2));
}
