// Sends the status and the time of each gated call from a proxy's log to Latchkey's API log. README.md explains it.
// It needs Node 20 and no packages, and this file alone: copy it to where the proxy runs.
import { open, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

const { env } = process;
const { CALL_LOG, LATCHKEY_URL, GATE_KEY, POSITION_FILE = `${CALL_LOG}.position` } = env;
const LOG_PATH = "/service/platform/gate/v1.0/log";

const POLL_MS = 250;
/** A proxy may write to a renamed file until it has opened the new one. */
const RENAMED_MS = 2000;
const READ_BYTES = 64 * 1024;
const BATCH_CALLS = 200;
const ANSWER_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
const LINE_FEED = 10;
/** Statuses that the same body would get again. */
const FINAL = new Set([400, 413, 415]);

const ending = new AbortController();
const stop = () => ending.abort();
process.on("SIGTERM", stop).on("SIGINT", stop);
// Started by another process: without it, there is nothing to send.
if (process.send) process.on("disconnect", stop);

if (CALL_LOG && LATCHKEY_URL && GATE_KEY) await sendCalls();
else {
  say("cannot start: set CALL_LOG, LATCHKEY_URL, and GATE_KEY");
  process.exitCode = 1;
}
// The channel to the process that started this one would keep it alive.
if (process.connected) process.disconnect();

/** Follows the log across rotations and restarts. The position is stored once Latchkey has taken what is before it. */
async function sendCalls() {
  let position = await readPosition();
  let file = await openRemembered(position?.inode);
  let renamedAt;
  while (!ending.signal.aborted) {
    file ??= await openCurrent();
    if (!file) {
      await sleep(POLL_MS);
      continue;
    }
    const { ino: inode, size } = await file.stat();
    // Another file, or this one was emptied.
    if (position?.inode !== inode || size < position.offset) position = { inode, offset: 0 };
    const { calls, bytes } = await readCalls(file, position.offset);
    if (bytes > 0) {
      if (!(await sendAll(calls))) break;
      position = { inode, offset: position.offset + bytes };
      await writePosition(position);
      continue;
    }
    renamedAt = (await isRenamed(inode)) ? (renamedAt ?? Date.now()) : undefined;
    if (renamedAt && Date.now() - renamedAt > RENAMED_MS) {
      await file.close();
      file = undefined;
      renamedAt = undefined;
    } else await sleep(POLL_MS);
  }
  await file?.close();
}

/** Reads the next complete lines. @returns {Promise<{calls: object[], bytes: number}>} */
async function readCalls(file, offset) {
  const buffer = Buffer.alloc(READ_BYTES);
  const { bytesRead } = await file.read(buffer, 0, READ_BYTES, offset);
  const end = buffer.subarray(0, bytesRead).lastIndexOf(LINE_FEED) + 1;
  // A proxy writes no such line; do not wait for its end for ever.
  if (end === 0 && bytesRead === READ_BYTES) return { calls: [], bytes: bytesRead };
  const lines = buffer.toString("utf8", 0, end).split("\n");
  return { calls: lines.map(readCall).filter(Boolean), bytes: end };
}

/** Reads a line with request_id, status, and seconds or milliseconds, or one of Caddy's JSON log. */
function readCall(line) {
  let entry;
  try {
    entry = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const request_id = entry.request_id ?? entry.resp_headers?.["X-Latchkey-Request-Id"]?.[0];
  const status = Number(entry.status);
  const milliseconds = Number(entry.milliseconds ?? 1000 * (entry.seconds ?? entry.duration));
  // Without an id, the gate did not check the call. Without a status, the proxy sent no answer.
  if (!request_id || !(status >= 100 && status <= 599) || !(milliseconds >= 0)) return undefined;
  return { request_id, status, milliseconds: Math.round(milliseconds) };
}

/** @returns {Promise<boolean>} false if this process is to stop before everything was sent */
async function sendAll(calls) {
  for (let at = 0; at < calls.length; at += BATCH_CALLS) {
    if (!(await sendBatch(calls.slice(at, at + BATCH_CALLS)))) return false;
  }
  return true;
}

/** Tries until Latchkey answers. What it rejects for good is reported and left out. */
async function sendBatch(calls) {
  const body = calls.map((call) => `${JSON.stringify(call)}\n`).join("");
  for (let pause = POLL_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const { status, text } = await post(body);
    if (status >= 200 && status < 300) return true;
    say(`Latchkey did not take ${calls.length} calls: ${status || "no answer"} ${text}`);
    if (FINAL.has(status)) return true;
    if (ending.signal.aborted) return false;
    await sleep(pause);
  }
}

async function post(body) {
  try {
    const answer = await fetch(LATCHKEY_URL + LOG_PATH, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson", "x-gate-key": GATE_KEY },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: answer.status, text: (await answer.text()).slice(0, 300) };
  } catch (error) {
    return { status: 0, text: error.cause?.code ?? error.message };
  }
}

/** Whether the log goes on in another file. */
async function isRenamed(inode) {
  const current = await statOf(CALL_LOG);
  return current !== undefined && current.ino !== inode;
}

async function openCurrent() {
  return (await statOf(CALL_LOG)) ? open(CALL_LOG) : undefined;
}

/** The file that was read last, which may have been renamed since. */
async function openRemembered(inode) {
  const folder = dirname(CALL_LOG);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(basename(CALL_LOG).replace(/\.\w+$/, ""))) continue;
    const path = join(folder, name);
    if ((await statOf(path))?.ino === inode) return open(path);
  }
  return undefined;
}

async function statOf(path) {
  return stat(path).catch(unlessMissing);
}

async function readPosition() {
  const text = await readFile(POSITION_FILE, "utf8").catch(unlessMissing);
  return text && JSON.parse(text);
}

async function writePosition(position) {
  await writeFile(`${POSITION_FILE}.new`, JSON.stringify(position), { mode: 0o600 });
  await rename(`${POSITION_FILE}.new`, POSITION_FILE);
}

function unlessMissing(error) {
  if (error.code === "ENOENT") return undefined;
  throw error;
}

/** Waits, but no longer than this process runs. */
async function sleep(milliseconds) {
  const { signal } = ending;
  await setTimeout(milliseconds, undefined, { signal }).catch((error) => {
    if (error.name !== "AbortError") throw error;
  });
}

function say(message) {
  process.stderr.write(`[send-log] ${message}\n`);
}
