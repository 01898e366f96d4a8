import { setTimeout as sleep } from "node:timers/promises";
import { ending } from "./processes.mjs";

const PAUSE_MS = Number(process.env.CLUSTER_PAUSE_SECONDS || 5) * 1_000;

/** Lets requests go on for a while, so that the table shows what followed an event. */
export function pause() {
  return sleep(PAUSE_MS, undefined, { signal: ending.signal });
}
