import { ImportStopped } from "@/lib/platform/import/import-records";

/** How long a sender may pause, in milliseconds, and how much it must send on average, in bytes a second. */
const PAUSE_MS = 10_000;
const BYTES_PER_SECOND = 100;

/**
 * Passes a request's body on. The time of the sender runs only while the import waits for bytes: whatever it holds back
 * is not late.
 * @throws ImportStopped when the sender has paused, or was slow, for too long
 */
export async function* paced(
  chunks: AsyncIterable<Uint8Array>,
  pauseMs = PAUSE_MS,
): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let leftMs = pauseMs;
  for (;;) {
    const since = performance.now();
    const next = await within(iterator.next(), leftMs);
    if (next.done) return;
    const earnedMs = (next.value.length * 1000) / BYTES_PER_SECOND;
    leftMs = Math.min(pauseMs, leftMs - (performance.now() - since) + earnedMs);
    yield next.value;
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stop = new Promise<never>((_, reject) => {
    const stopped = new ImportStopped(
      "The request stopped sending lines. Send the rest in another request, without pauses of 10 seconds.",
    );
    timer = setTimeout(() => reject(stopped), Math.max(0, ms));
  });
  try {
    return await Promise.race([promise, stop]);
  } finally {
    clearTimeout(timer);
  }
}
