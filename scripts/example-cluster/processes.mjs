import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../run.mjs";
import { print } from "../step.mjs";

/**
 * A program of the cluster.
 * @typedef {{hasEnded: () => boolean, hasSucceeded: () => boolean, stop: (signal: NodeJS.Signals) => Promise<void>}} Process
 */

/** Aborted when this process is told to end, or when a program ends by itself; the reason says which. */
export const ending = new AbortController();

/** In the order of their starts. @type {Set<Process>} */
const running = new Set();

/**
 * Starts a program of its own, with its output in a log file. It ends with this process, however that ends.
 * @param {string} name Names its log, too.
 * @param {{folder: string, env?: Record<string, string>, asPostgres?: boolean, mayEnd?: boolean}} options
 *   `asPostgres`: under root, as the account `postgres`. `mayEnd`: its end does not end the example.
 * @returns {Process}
 */
export function startProcess(name, command, { folder, env, asPostgres, mayEnd }) {
  const log = openSync(join(folder, `${name}.log`), "a");
  const account = asPostgres && process.getuid() === 0 ? POSTGRES : [];
  const child = spawn("setpriv", ["--pdeathsig", "TERM", ...account, ...command], {
    env: { PATH: process.env.PATH, ...env },
    cwd: folder,
    stdio: ["ignore", log, log],
    // Ctrl-C is for this process only, which stops the others in order.
    detached: true,
  });
  let isExpected = mayEnd;
  const started = {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    hasSucceeded: () => child.exitCode === 0,
    async stop(signal) {
      isExpected = true;
      running.delete(started);
      if (started.hasEnded()) return;
      child.kill(signal);
      await once(child, "exit");
    },
  };
  running.add(started);
  child.once("exit", (code, signal) => {
    if (isExpected) return;
    const reason = `${name} ended (${signal ?? `code ${code}`}). Read ${name}.log in ${folder}`;
    ending.abort(new CommandError(reason));
  });
  return started;
}

const POSTGRES = ["--reuid", "postgres", "--regid", "postgres", "--init-groups"];

/** Stops everything, the last one first. */
export async function stopProcesses() {
  for (const process of [...running].reverse()) await process.stop("SIGTERM");
  print("Everything is stopped.");
}

const CHECK_MS = 200;
const MAX_MS = 300_000;

/**
 * Waits until something is true, at most five minutes.
 * @throws What ends the example meanwhile.
 * @param {string} what For the error.
 */
export async function until(what, isTrue) {
  const end = performance.now() + MAX_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`It did not happen within 5 minutes: ${what}`);
    await sleep(CHECK_MS, undefined, { signal: ending.signal });
  }
}

/** Whether an address responds with success. @param {string} url */
export async function isOk(url) {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false, // Nothing listens there yet.
  );
}

const PAUSE_MS = Number(process.env.CLUSTER_PAUSE_SECONDS || 5) * 1_000;

/** Lets requests go on for a while, so that the table shows what followed an event. */
export function pause() {
  return sleep(PAUSE_MS, undefined, { signal: ending.signal });
}
