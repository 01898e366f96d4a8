/**
 * Stops servers and databases once: at the end of a run, or when a signal ends it early, because they would outlive
 * this process.
 *
 * @param {() => Promise<void>} stopAll
 * @returns {{stop: () => Promise<void>, isStopping: () => boolean}} A signal fails the requests in flight; `isStopping`
 *   tells these failures from others.
 */
export function stopOnce(stopAll) {
  let stopping;
  const stop = () => {
    stopping ??= stopAll();
    return stopping;
  };
  process.once("SIGINT", () => stop().then(() => process.exit(130)));
  process.once("SIGTERM", () => stop().then(() => process.exit(143)));
  return { stop, isStopping: () => stopping !== undefined };
}
