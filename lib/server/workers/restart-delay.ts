const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** A worker that served this long, in milliseconds, did not fail because of its start. */
export const SETTLED_MS = 60_000;

/**
 * How long to wait before a worker is replaced, in milliseconds: not at all the first time, then twice as long each
 * time, so that workers that keep dying do not use up the machine.
 * @param deaths in a row before the worker had settled, this one included
 */
export function restartDelayMs(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (deaths - 2));
}
