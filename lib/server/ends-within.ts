import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits for work up to a limit.
 *
 * @param limitMs Milliseconds; longer work continues unobserved.
 * @returns Whether it ended in time.
 * @throws What the work throws in time.
 */
export async function endsWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = pause(limitMs, false, { signal: timer.signal });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    timer.abort();
  }
}
