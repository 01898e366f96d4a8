import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits for work, but no longer than a limit; work that takes longer continues unobserved.
 *
 * @param limitMs milliseconds; at once if it is not positive
 * @returns whether the work ended in time
 * @throws what the work throws in time
 */
export async function waitAtMost(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = pause(limitMs, false, { signal: timer.signal });
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    timer.abort();
  }
}
