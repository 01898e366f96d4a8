import { setTimeout as wait } from "node:timers/promises";

/**
 * Starts work that continues until it is stopped.
 * @param work ends soon after its signal aborts
 * @returns a function that stops the work and waits for its end
 */
export function startBackgroundWork(
  work: (signal: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController();
  const running = work(stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Waits, but no longer than until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
