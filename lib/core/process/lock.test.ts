import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createFolder } from "@/test/process/create-folder";
import { LockError, LockHeldError, runningAddress, takeInstanceLock } from "./lock.mjs";

const ADDRESS = "http://127.0.0.1:3000";
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await createFolder();
  file = join(folder, "instance.lock");
});

/** A lock as another process would write it, with changes. */
async function leaveLock(change: Record<string, unknown>): Promise<void> {
  await rm(file, { force: true });
  const release = takeInstanceLock(folder, ADDRESS);
  const lock = JSON.parse(await readFile(file, "utf8"));
  release();
  await writeFile(file, JSON.stringify({ ...lock, id: "another process", ...change }));
}

async function holder(): Promise<number> {
  return JSON.parse(await readFile(file, "utf8")).pid;
}

test("lets a process take its own lock again and releases it once", async () => {
  const release = takeInstanceLock(folder, ADDRESS);
  takeInstanceLock(folder, ADDRESS);
  release();
  await expect(readFile(file)).rejects.toThrow("ENOENT");
});

/** Starts another process that holds the lock. */
async function holdElsewhere(): Promise<ChildProcess> {
  const script = `
    const { takeInstanceLock } = await import(${JSON.stringify(import.meta.resolve("./lock.mjs"))});
    takeInstanceLock(${JSON.stringify(folder)}, "${ADDRESS}");
    process.send("taken");
    process.on("message", () => {});
  `;
  const other = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  onTestFinished(() => void other.kill("SIGKILL"));
  await once(other, "message");
  return other;
}

/** Changes a lock into one that another machine, a container, or a Linux without /proc would write. */
async function moveAway(lock: Record<string, string | undefined>): Promise<void> {
  const current = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...current, ...lock }));
}

const OTHER_CONTAINER = { place: "boot pid:[1]", started: "boot 1" };
const WITHOUT_PROC = { place: undefined, started: undefined };

test("names the holder of a live lock and its address", async () => {
  const other = await holdElsewhere();
  const attempt = () => takeInstanceLock(folder, "http://127.0.0.1:3100");
  expect(attempt).toThrow(LockHeldError);
  expect(attempt).toThrow(`process ${other.pid}`);
  expect(attempt).toThrow(ADDRESS);
});

test("leaves the lock to a live process of another container, or of a Linux without /proc", async () => {
  await holdElsewhere();
  for (const away of [OTHER_CONTAINER, WITHOUT_PROC]) {
    await moveAway(away);
    expect(() => takeInstanceLock(folder, ADDRESS)).toThrow(LockHeldError);
  }
});

test("a process of another container whose lock was taken over while it was frozen ends", async () => {
  const other = await holdElsewhere();
  await moveAway(OTHER_CONTAINER);
  const output = other.stderr && text(other.stderr);
  other.kill("SIGSTOP");
  const release = takeInstanceLock(folder, ADDRESS);
  other.kill("SIGCONT");
  expect(await once(other, "exit")).toEqual([null, "SIGTERM"]);
  expect(await output).toContain(`Another process took over ${file}`);
  expect(await holder()).toBe(process.pid);
  release();
});

test.each<[string, Record<string, unknown> | null]>([
  ["the lock of a dead process", { pid: 999_999_999 }],
  ["the lock of a dead process of a Linux without /proc", WITHOUT_PROC],
  ["a lock whose pid another process has now", { pid: process.ppid, started: "an earlier life" }],
  ["an unreadable lock", null],
])("takes over %s", async (_, lock) => {
  if (lock) await leaveLock(lock);
  else await writeFile(file, "");
  const release = takeInstanceLock(folder, ADDRESS);
  expect(await holder()).toBe(process.pid);
  release();
});

test("says in one sentence that a data folder is not writable, and what to do", async () => {
  await writeFile(file, "");
  for (const [dataDir, code] of [
    [file, "EEXIST"],
    [join(file, "data"), "ENOTDIR"],
  ] as const) {
    const attempt = () => takeInstanceLock(dataDir, ADDRESS);
    expect(attempt).toThrow(LockError);
    expect(attempt).toThrow(
      `Latchkey cannot write to its data folder ${dataDir} (${code}): make it writable for the account that runs Latchkey, or set DATA_DIR to another folder.`,
    );
  }
});

test("tells the address of a running server, not of a dead one or of a command", async () => {
  expect(runningAddress(folder)).toBeNull();
  for (const change of [{ pid: 999_999_999 }, { address: "npm run operator" }]) {
    await leaveLock(change);
    expect(runningAddress(folder)).toBeNull();
  }
  await leaveLock({});
  expect(runningAddress(folder)).toBe(ADDRESS);
});
