import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A process and those that it started, as Linux lists them in `/proc`. */
export function processFamily(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [parent, ...pids.map(Number).filter((pid) => Number(statOf(pid)[1]) === parent)];
}

/** Whether a process runs; one that has ended may still be listed, until its parent has looked. */
export function isRunning(pid: number): boolean {
  return !["", "Z"].includes(statOf(pid)[0] ?? "");
}

/** State, parent and so on, which follow the name in parentheses. */
function statOf(pid: number): string[] {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) ? (readFileSync(file, "utf8").split(") ").at(-1)?.split(" ") ?? []) : [];
}
