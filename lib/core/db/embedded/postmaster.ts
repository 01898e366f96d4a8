import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownerAddress } from "@/lib/core/db/embedded/cluster";
import { readIfPresent } from "@/lib/core/process/read-if-present.mjs";
import { wait } from "@/lib/core/process/wait";

const POLL_MS = 50;
const STOP_MS = 35_000;
/** Shares of the time to stop; the rest is for the kill. */
const FOR_FAST = 0.7;
const FOR_IMMEDIATE = 0.15;
const FOR_KILL = 0.1;
const NO_PROCESS = 999_999_999;

/** Whether the cluster's pid file says that server `pid` accepts connections. */
export function isReady(cluster: string, pid: number): boolean {
  const lines = pidFileLines(cluster);
  return lines[0]?.trim() === String(pid) && lines[7]?.trim() === "ready";
}

/**
 * Stops a server that outlived its parent (after kill -9), so that its last writes reach the disk before a new one
 * opens the folder.
 * @returns Whether there was one to stop.
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const pid = Number(pidFileLines(cluster)[0]);
  if (!(pid > 0)) return false;
  const isOrphan = isAlive(pid) && commandOf(pid).includes(cluster);
  if (isOrphan) await stopPostmaster(pid);
  invalidatePid(cluster, pid);
  return isOrphan;
}

/** Clears the pid: PostgreSQL does not start while any process has it. The rest identifies left-over backends. */
function invalidatePid(cluster: string, pid: number): void {
  const [first, ...rest] = pidFileLines(cluster);
  if (Number(first) !== pid || !isTaken(pid)) return;
  writeFileSync(join(cluster, "postmaster.pid"), [NO_PROCESS, ...rest].join("\n"));
}

/**
 * Stops a server: first a fast shutdown (open transactions end, everything is written), then an immediate one, then a
 * kill of all its processes, since a frozen one ignores signals. The next start recovers from the last two.
 * @param withinMs Milliseconds for the whole sequence.
 */
export async function stopPostmaster(pid: number, withinMs = STOP_MS): Promise<void> {
  process.kill(pid, "SIGINT");
  if (await isGoneWithin(pid, withinMs * FOR_FAST)) return;
  process.kill(pid, "SIGQUIT");
  if (await isGoneWithin(pid, withinMs * FOR_IMMEDIATE)) return;
  // Without their parent they could not be found, and would block the next start.
  const backends = childrenOf(pid);
  for (const each of [pid, ...backends]) kill(each);
  for (const each of [pid, ...backends]) {
    if (await isGoneWithin(each, withinMs * FOR_KILL)) continue;
    throw new Error(`PostgreSQL (pid ${each}) does not stop.`);
  }
}

function kill(pid: number): void {
  if (isAlive(pid)) process.kill(pid, "SIGKILL");
}

function childrenOf(parent: number): number[] {
  const all = existsSync("/proc/self/stat") ? processesByProc() : processesByPs();
  return all.filter(([, of]) => of === parent).map(([pid]) => pid);
}

function processesByProc(): [number, number][] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => [Number(pid), Number(statOf(pid)[1])]);
}

/** State, parent and so on; they follow a name in parentheses, which may contain spaces. */
function statOf(pid: number | string): string[] {
  return readIfPresent(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ") ?? [];
}

function processesByPs(): [number, number][] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n");
  return lines.map((line): [number, number] => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return [pid ?? 0, parent ?? 0];
  });
}

async function isGoneWithin(pid: number, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await wait(POLL_MS)) {
    if (!isAlive(pid)) return true;
  }
  return !isAlive(pid);
}

function pidFileLines(cluster: string): string[] {
  return readIfPresent(join(cluster, "postmaster.pid"))?.split("\n") ?? [];
}

/** Whether a process is running. A zombie has ended and only awaits its parent. */
function isAlive(pid: number): boolean {
  return isTaken(pid) && statOf(pid)[0] !== "Z";
}

function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function commandOf(pid: number): string {
  if (existsSync("/proc/self/stat")) {
    return readIfPresent(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ") ?? "";
  }
  return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
}

const PORT_LINE = 3;
const STATUS_LINE = 7;

/** The owner's address of the embedded PostgreSQL that a running service started in a data folder; null for none. */
export function runningDatabaseUrl(dataDir: string, password: string): string | null {
  const lines = pidFileLines(join(dataDir, "postgres"));
  if (lines[STATUS_LINE]?.trim() !== "ready") return null;
  return ownerAddress(password, lines[PORT_LINE] ?? "");
}
