import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** A lock cannot be taken; the message explains why and what to do. */
export class LockError extends Error {}

/** Another process holds a lock; the message names it. */
export class LockHeldError extends LockError {}

/** System errors for a folder or file that this user cannot create. */
const UNWRITABLE = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOSPC"]);

/**
 * Takes the lock of a data folder, which allows one server per folder. Taking it again in the same process succeeds.
 *
 * @param {string} dataDir
 * @param {string} address The address this server will use, for the message to a second one.
 * @returns {() => void} Releases the lock.
 * @throws {LockError}
 */
export function takeInstanceLock(dataDir, address) {
  const explain = (holder) =>
    `Latchkey is already running on ${dataDir}: process ${holder.pid}, since ${holder.since}, at ${holder.address}\nUse that one, stop it (kill ${holder.pid}), or start this one with its own folder and port: DATA_DIR=.data-2 PORT=3100 npm start`;
  try {
    return takeLock(join(dataDir, "instance.lock"), address, explain);
  } catch (error) {
    if (!UNWRITABLE.has(error.code)) throw error;
    throw new LockError(
      `Latchkey cannot write to its data folder ${dataDir} (${error.code}): make it writable for the account that runs Latchkey, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/**
 * The address of the server that runs on a data folder; null if none does.
 *
 * @param {string} dataDir
 * @returns {string | null}
 */
export function runningAddress(dataDir) {
  const holder = readHolder(join(dataDir, "instance.lock"));
  const isRunning = holder !== undefined && startTime(holder.pid) === holder.started;
  // A command that holds the lock stores its name instead of an address.
  return isRunning && URL.canParse(holder.address) ? holder.address : null;
}

/**
 * Takes the lock of this checkout's installed packages and build.
 *
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
 * pids.
 */
function takeLock(file, address, explain) {
  mkdirSync(dirname(file), { recursive: true });
  const thisProcess = { pid: process.pid, started: startTime(process.pid), address };
  const text = `${JSON.stringify({ ...thisProcess, since: new Date().toISOString() })}\n`;
  while (!writeExclusively(file, text)) {
    const holder = readHolder(file);
    if (holder?.pid === thisProcess.pid && holder.started === thisProcess.started) break;
    if (holder && startTime(holder.pid) === holder.started) {
      throw new LockHeldError(explain(holder));
    }
    // Renamed before it is removed: if two processes find the same stale lock, only one moves it.
    removeDead(file, `${file}.${process.pid}.dead`);
  }
  return () => {
    if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

function writeExclusively(file, text) {
  const complete = `${file}.${process.pid}.new`;
  writeFileSync(complete, text);
  try {
    linkSync(complete, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(complete);
  }
}

function readHolder(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Just removed, or held by another process.
    return undefined;
  }
}

function removeDead(file, aside) {
  try {
    renameSync(file, aside);
    rmSync(aside);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

/** When a process started, in the system's own format; undefined if there is none. */
function startTime(pid) {
  const stat = `/proc/${pid}/stat`;
  if (existsSync(stat)) {
    // Field 22; the second field is a name in parentheses and may contain spaces.
    const fields = readFileSync(stat, "utf8").split(") ").at(-1)?.split(" ");
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
