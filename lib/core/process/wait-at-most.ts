import { wait } from "@/lib/core/process/wait";

/**
 * Waits for work, but no longer than a limit; work that takes longer continues unobserved.
 *
 * @param limitMs milliseconds; at once if it is not positive
 * @returns whether the work ended in time
 * @throws what the work throws in time
 */
export async function waitAtMost(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const ended = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      wait(limitMs, { signal: ended.signal }).then(() => false),
    ]);
  } finally {
    ended.abort();
  }
}
