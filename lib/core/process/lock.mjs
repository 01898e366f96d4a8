import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { parseUrl } from "../addresses/parse-url.mjs";
import { codeOf, readIfPresent } from "./read-if-present.mjs";

/** How often a process shows that it still holds its locks, for those that cannot see whether it runs. */
const BEAT_MS = 1_000;
/** A lock whose holder has not shown that for so long is taken over, in milliseconds. */
const SILENT_MS = 6_000;

/**
 * What a process writes into a lock. `started` and `place` are missing where the system does not tell them.
 * @typedef {{ id: string, pid: number, started?: string, place?: string, address: string, since: string }} Holder
 */

/** A lock cannot be taken; the message explains why and what to do. */
export class LockError extends Error {}

/** Another process holds a lock; the message names it. */
export class LockHeldError extends LockError {}

/** System errors for a folder or file that this user cannot create. */
const UNWRITABLE = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOSPC"]);

/**
 * Takes the lock of a data folder, which allows one server per folder. Taking it again in the same process succeeds.
 * @param {string} dataDir
 * @param {string} address The address this server will use, for the message to a second one.
 * @returns {() => void} Releases the lock.
 * @throws {LockError}
 */
export function takeInstanceLock(dataDir, address) {
  /** @param {Holder} holder */
  const explain = (holder) =>
    `Latchkey is already running on ${dataDir}: process ${holder.pid}, since ${holder.since}, at ${holder.address}\nUse that one, stop it (kill ${holder.pid}), or start this one with its own folder and port: DATA_DIR=.data-2 PORT=3100 npm start`;
  try {
    return takeLock(join(dataDir, "instance.lock"), address, explain);
  } catch (error) {
    const code = codeOf(error);
    if (!UNWRITABLE.has(code)) throw error;
    throw new LockError(
      `Latchkey cannot write to its data folder ${dataDir} (${code}): make it writable for the account that runs Latchkey, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/**
 * The address of the server that runs on a data folder; null if none does.
 * @param {string} dataDir
 * @returns {string | null}
 */
export function runningAddress(dataDir) {
  const file = join(dataDir, "instance.lock");
  const holder = readHolder(file);
  const isRunning = holder !== undefined && isAlive(file, holder);
  // A command that holds the lock stores its name instead of an address.
  return isRunning && parseUrl(holder.address) ? holder.address : null;
}

/**
 * Takes the lock of this checkout's installed packages and build.
 * @returns {() => void} Releases the lock.
 * @throws {LockHeldError}
 */
export function takeBuildLock() {
  return takeLock(
    "dist/build.lock",
    "",
    (holder) => `Process ${holder.pid} is building this checkout. Try again when it has finished.`,
  );
}

/**
 * A lock whose process is gone is taken over. Pid and start time together identify a process, because the system reuses
 * pids; and only in its own place, because the first process of every container has the pid 1.
 * @param {string} file
 * @param {string} address
 * @param {(holder: Holder) => string} explain
 */
function takeLock(file, address, explain) {
  mkdirSync(dirname(file), { recursive: true });
  const { id, beats } = ownLocks();
  const { pid } = process;
  const thisProcess = { id, pid, started: startTime(pid), place: place(), address };
  const text = `${JSON.stringify({ ...thisProcess, since: new Date().toISOString() })}\n`;
  while (!writeExclusively(file, text)) {
    const holder = readHolder(file);
    if (holder?.id === id) break;
    if (holder && isAlive(file, holder)) throw new LockHeldError(explain(holder));
    // Renamed before it is removed: if two processes find the same stale lock, only one moves it.
    removeDead(file, `${file}.${process.pid}.dead`);
  }
  if (!beats.has(file)) beats.set(file, setInterval(() => void beat(file), BEAT_MS).unref());
  return () => {
    clearInterval(beats.get(file));
    beats.delete(file);
    if (readHolder(file)?.id === id) rmSync(file, { force: true });
  };
}

const LOCKS = Symbol.for("latchkey.locks");

/** @typedef {{ id: string, beats: Map<string, NodeJS.Timeout> }} Locks */

/** The locks of this process, in which this module may be loaded twice. */
function ownLocks() {
  const owner = /** @type {{ [LOCKS]?: Locks }} */ (globalThis);
  owner[LOCKS] ??= { id: randomUUID(), beats: new Map() };
  return owner[LOCKS];
}

/** Shows that this process holds a lock, or ends it if another one has taken the lock over. @param {string} file */
async function beat(file) {
  const holder = readHolder(file);
  if (holder === undefined) return;
  if (holder.id === ownLocks().id) {
    const now = new Date();
    // Of a folder that cannot be written at the moment, the next beat tells.
    await utimes(file, now, now).catch(() => {});
    return;
  }
  clearInterval(ownLocks().beats.get(file));
  process.stderr.write(`Another process took over ${file}, because this one did not respond.\n`);
  process.kill(process.pid, "SIGTERM");
}

/**
 * Whether the process that wrote a lock still runs. Where its pid says nothing, watches whether it shows that it does.
 * @param {string} file
 * @param {Holder} holder
 */
function isAlive(file, holder) {
  const isHere = holder.place === undefined || holder.place === place();
  if (isHere && holder.started !== undefined) return startTime(holder.pid) === holder.started;
  const lastBeat = beatAt(file);
  const end = performance.now() + SILENT_MS;
  while (performance.now() < end) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BEAT_MS / 10);
    if (beatAt(file) !== lastBeat) return readHolder(file)?.id === holder.id;
  }
  return false;
}

/** @param {string} file */
function beatAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Where a pid identifies a process: a container has its own pids, and so has another machine on the same volume. */
function place() {
  try {
    return `${bootId()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    // Linux without /proc cannot look for a process; elsewhere ps does.
    return process.platform === "linux" ? undefined : hostname();
  }
}

/** @param {string} file @param {string} text */
function writeExclusively(file, text) {
  const complete = `${file}.${process.pid}.new`;
  writeFileSync(complete, text);
  try {
    linkSync(complete, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(complete);
  }
}

/** @param {string} file @returns {Holder | undefined} */
function readHolder(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Just removed, or held by another process.
    return undefined;
  }
}

/** @param {string} file @param {string} aside */
function removeDead(file, aside) {
  try {
    renameSync(file, aside);
    rmSync(aside);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** When a process started, in the system's own format; undefined if there is none. @param {number} pid */
function startTime(pid) {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  if (stat !== null) {
    // Field 22; the second field is a name in parentheses and may contain spaces.
    const fields = stat.split(") ").at(-1)?.split(" ");
    // A zombie has ended and only awaits its parent.
    return fields?.[0] === "Z" ? undefined : `${bootId()} ${fields?.[19]}`;
  }
  if (existsSync("/proc/self/stat")) return undefined;
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    // ps exits with 1 if there is no such process.
    return undefined;
  }
}

function bootId() {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}
