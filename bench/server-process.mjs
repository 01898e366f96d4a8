import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const READY_POLL_MS = 100;
const READY_DEADLINE_MS = 60_000;

/**
 * Starts one server as a separate process, in production mode and with a clean environment, and waits until it
 * responds. Its log goes to a file, so that reading it costs nothing.
 *
 * @param {{name: string, port: number, readyPath: string, args: readonly string[], env?: Record<string, string>,
 * logFolder: string, profileFolder?: string}} options
 * @returns {Promise<{origin: string, pid: number, stop: () => Promise<void>}>}
 */
export async function startServer({ name, port, readyPath, args, env, logFolder, profileFolder }) {
  const logFile = join(logFolder, `${name}.log`);
  const log = openSync(logFile, "w");
  const profile = profileFolder
    ? ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`, `--cpu-prof-name=${name}.cpuprofile`]
    : [];
  const child = spawn(process.execPath, [...profile, ...args], {
    env: { NODE_ENV: "production", ...env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const origin = `http://127.0.0.1:${port}`;
  if (child.pid === undefined) throw new Error(`${name} did not start`);
  await untilReady(child, `${origin}${readyPath}`, logFile);
  return {
    origin,
    pid: child.pid,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** @param {import("node:child_process").ChildProcess} child @param {string} url @param {string} logFile */
async function untilReady(child, url, logFile) {
  const deadline = Date.now() + READY_DEADLINE_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer && answer.status < 500) return;
    await sleep(READY_POLL_MS);
  }
  child.kill("SIGKILL");
  throw new Error(`${url} did not respond:\n${readFileSync(logFile, "utf8").slice(-2000)}`);
}

/** @returns {Promise<number>} A free port of the loopback address. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}
