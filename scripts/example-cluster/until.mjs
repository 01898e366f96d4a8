import { setTimeout as sleep } from "node:timers/promises";
import { ending } from "./processes.mjs";

const CHECK_MS = 200;
const MAX_MS = 300_000;

/**
 * Waits until something is true, at most five minutes.
 *
 * @throws What ends the example meanwhile.
 * @param {string} what For the error.
 * @param {() => Promise<boolean>} isTrue
 */
export async function until(what, isTrue) {
  const end = performance.now() + MAX_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`It did not happen within 5 minutes: ${what}`);
    await sleep(CHECK_MS, undefined, { signal: ending.signal });
  }
}

/** Whether an address responds with success. @param {string} url */
export async function isOk(url) {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false, // Nothing listens there yet.
  );
}

const PAUSE_MS = Number(process.env.CLUSTER_PAUSE_SECONDS || 5) * 1_000;

/** Lets requests go on for a while, so that the table shows what followed an event. */
export function pause() {
  return sleep(PAUSE_MS, undefined, { signal: ending.signal });
}
