import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const EVERY_MS = 20;

/**
 * Collects garbage again and again, as a process does that runs for days.
 * @returns stops it
 */
export function collectGarbage(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const timer = setInterval(collect, EVERY_MS);
  return () => clearInterval(timer);
}
