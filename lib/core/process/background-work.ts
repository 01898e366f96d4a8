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
