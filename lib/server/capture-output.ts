import { format, stripVTControlCharacters } from "node:util";
import { log } from "@/lib/core/telemetry/log";

/** Console functions, with the log levels of their lines. */
const LEVELS = [
  ["error", "error"],
  ["warn", "warn"],
  ["log", "info"],
  ["info", "info"],
  ["debug", "debug"],
  ["trace", "debug"],
] as const;

/** Sends what Next, packages and Node would print to the log: printed raw, a caller's text could imitate log lines. */
export function captureOutput(): void {
  for (const [method, level] of LEVELS) {
    console[method] = (...values: unknown[]) => {
      const err = values.find((value) => value instanceof Error);
      const text = values.filter((value) => value !== err);
      const message = stripVTControlCharacters(format(...text)).trim();
      log()[level]({ source: "console", ...(err ? { err } : {}) }, message);
    };
  }
  // Node's own listener prints warnings, some of which quote URLs.
  process.removeAllListeners("warning");
  process.on("warning", (err) => log().warn({ source: "node", err }, "warning"));
}
