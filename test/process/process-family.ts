import { readdirSync, readFileSync } from "node:fs";

/** A process and its descendants, as Linux lists them in `/proc`. */
function processFamily(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [parent, ...pids.map(Number).filter((pid) => Number(statOf(pid)[1]) === parent)];
}

/**
 * Freezes a process and its descendants.
 *
 * @returns their ids, which stay taken: a frozen parent starts and reaps no others.
 */
export function freezeFamily(parent: number): number[] {
  process.kill(parent, "SIGSTOP");
  const family = processFamily(parent);
  for (const pid of family) process.kill(pid, "SIGSTOP");
  return family;
}

/** Whether a process is running; an ended one may still be listed until its parent reaps it. */
export function isRunning(pid: number): boolean {
  return !["", "Z"].includes(statOf(pid)[0] ?? "");
}

/** State, parent, and further fields follow the name in parentheses. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  } catch {
    // It has ended since it was listed.
    return [];
  }
}
