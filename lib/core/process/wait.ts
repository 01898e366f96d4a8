import type { EventEmitter } from "node:events";

/** What ends a wait before its time. */
export type Wakeup = {
  /** Ends it when it aborts. */
  signal?: AbortSignal;
  /** Ends it when it emits `wake`. */
  wakeups?: EventEmitter;
};

/**
 * Waits for a time, or until something ends the wait. Never use `AbortSignal.any` or an `AbortSignal.timeout` that is
 * only listened to instead: Node 20 collects both as garbage, together with their timers, and then the wait never ends.
 * @param ms milliseconds; at most 24 days, or Infinity for no limit
 */
export function wait(ms: number, { signal, wakeups }: Wakeup = {}): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      wakeups?.off("wake", end);
      resolve();
    };
    const timer = Number.isFinite(ms) ? setTimeout(end, ms) : undefined;
    signal?.addEventListener("abort", end);
    wakeups?.on("wake", end);
    if (signal?.aborted) end();
  });
}

/** Waits for work, at most so many milliseconds; true if it ended in time. @throws what the work throws in time */
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

/** Starts work that ends soon after its signal aborts. @returns a function that stops it and waits for its end */
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
