/**
 * Starts work that goes on until it is stopped.
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
