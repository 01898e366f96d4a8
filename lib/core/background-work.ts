import { setTimeout as wait } from "node:timers/promises";

/**
 * Starts work that continues until it is stopped.
 * @param work ends soon after its signal aborts
 * @returns stops it and waits for what is in progress
 */
export function startBackgroundWork(
  work: (signal: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController();
  const done = work(stopping.signal);
  return async () => {
    stopping.abort();
    await done;
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
