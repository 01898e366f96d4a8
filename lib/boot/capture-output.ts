import { format, stripVTControlCharacters } from "node:util";
import { log } from "@/lib/kernel/log";

/** Functions of the console, and the levels that their lines get. */
const LEVELS = [
  ["error", "error"],
  ["warn", "warn"],
  ["log", "info"],
  ["info", "info"],
  ["debug", "debug"],
  ["trace", "debug"],
] as const;

/**
 * Sends what Next, other packages and Node itself would print to the log: one JSON line each, redacted.
 * Printed as it is, a caller's text could pass for lines of the log. Call it before the first request.
 */
export function captureOutput(): void {
  for (const [method, level] of LEVELS) {
    console[method] = (...values: unknown[]) => {
      const err = values.find((value) => value instanceof Error);
      const text = values.filter((value) => value !== err);
      const message = stripVTControlCharacters(format(...text)).trim();
      log()[level]({ source: "console", ...(err ? { err } : {}) }, message);
    };
  }
  // Node's own listener prints warnings, some of which quote the URL that they are about.
  process.removeAllListeners("warning");
  process.on("warning", (err) => log().warn({ source: "node", err }, "warning"));
}
