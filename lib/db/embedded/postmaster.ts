import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 50;
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
const NO_PROCESS = 999_999_999;

/** Whether the server `pid` says in the cluster's pid file that it accepts connections. */
export function isReady(cluster: string, pid: number): boolean {
  const lines = pidFileLines(cluster);
  return lines[0]?.trim() === String(pid) && lines[7]?.trim() === "ready";
}

/**
 * Ends a server that outlived the process that started it (killed with -9), so that its last
 * writes are on disk before a new one opens the folder.
 *
 * A pid file whose process is gone is left to PostgreSQL. If an unrelated program has that pid
 * now, PostgreSQL would refuse to start: the pid is made invalid, and the rest of the file kept,
 * because PostgreSQL finds left-over backends by the shared memory key in it.
 *
 * @returns Whether there was one to stop.
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const [first = "", ...rest] = pidFileLines(cluster);
  const pid = Number(first);
  if (!(pid > 0) || !isAlive(pid)) return false;
  if (!commandOf(pid).includes(cluster)) {
    writeFileSync(join(cluster, "postmaster.pid"), [NO_PROCESS, ...rest].join("\n"));
    return false;
  }
  await stopPostmaster(pid);
  return true;
}

/**
 * Stops a server: first a fast shutdown (open transactions end, everything is written), after 30 s
 * an immediate one, which the next start recovers from.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  process.kill(pid, "SIGINT");
  if (await isGoneWithin(pid, FAST_SHUTDOWN_MS)) return;
  process.kill(pid, "SIGQUIT");
  if (await isGoneWithin(pid, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new Error(`PostgreSQL (pid ${pid}) does not stop.`);
}

async function isGoneWithin(pid: number, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(POLL_MS)) {
    if (!isAlive(pid)) return true;
  }
  return !isAlive(pid);
}

function pidFileLines(cluster: string): string[] {
  const file = join(cluster, "postmaster.pid");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, but another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function commandOf(pid: number): string {
  const linux = `/proc/${pid}/cmdline`;
  if (existsSync(linux)) return readFileSync(linux, "utf8").replaceAll("\0", " ");
  return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
}
