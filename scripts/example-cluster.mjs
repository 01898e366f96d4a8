// npm run example:cluster: Latchkey without a single point of failure, under load, while parts of it fail.
// examples/cluster/README.md explains.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithNpm } from "./end-with-npm.mjs";
import { Cluster, PORTS } from "./example-cluster/cluster.mjs";
import { EVENTS, readEvents } from "./example-cluster/events.mjs";
import { Load } from "./example-cluster/load.mjs";
import { ending, pause } from "./example-cluster/processes.mjs";
import { installFromDebian } from "./install-from-debian.mjs";
import { CommandError, node } from "./run.mjs";
import { print, step } from "./step.mjs";

const SECOND = 1_000;

/** Debian packages, by the program that they contain. */
const PACKAGES = {
  etcd: "etcd-server",
  patroni: "patroni",
  haproxy: "haproxy",
  pg_rewind: "postgresql",
};

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
endWithNpm();
const interruption = new CommandError("Interrupted.");
const interrupt = () => ending.abort(interruption);
process.on("SIGINT", interrupt).on("SIGTERM", interrupt);

try {
  const events = readEvents(process.argv.slice(2));
  if (!events) {
    const names = Object.keys(EVENTS).map((name) => `[${name}]`);
    throw new CommandError(`Usage: npm run example:cluster -- ${names.join(" ")}`);
  }
  const missing = await installFromDebian(PACKAGES);
  if (missing.length > 0) {
    throw new CommandError(
      `This needs other programs. On Debian: apt-get install ${missing.join(" ")}`,
    );
  }
  const port = Number(process.env.CLUSTER_PORT || 4100);
  await checkPorts(port, PORTS);
  await node("scripts/package.mjs");
  process.exitCode = (await runCluster(port, events)) ? 0 : 1;
} catch (error) {
  // What waited for something has only learned that it ended.
  const reason = error.name === "AbortError" ? ending.signal.reason : error;
  if (!(reason instanceof CommandError)) throw reason;
  print(reason.message);
  process.exitCode = 1;
}

/**
 * Checks that nothing listens on the ports of the cluster.
 * @throws {CommandError} that names the first that is taken, and what to do.
 */
async function checkPorts(first, count) {
  for (let port = first; port < first + count; port++) {
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch (error) {
      if (error.code !== "EADDRINUSE") throw error;
      throw new CommandError(
        `Port ${port} is in use, maybe by a cluster that is still ending. Wait until it has ended, or choose other ports: CLUSTER_PORT=${first + 100} npm run example:cluster`,
      );
    }
    server.close();
    await once(server, "close");
  }
}

/** @returns {Promise<boolean>} Whether no token was lost. */
async function runCluster(port, events) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-cluster-"));
  const cluster = new Cluster(folder, port);
  let isComplete = false;
  try {
    await step("Database", () => cluster.startDatabase());
    for (const name of cluster.servers) await step(name, () => cluster.startServer(name));
    const isLossless = await tryEvents(cluster, events);
    isComplete = isLossless;
    return isLossless;
  } finally {
    await cluster.stop();
    if (isComplete) rmSync(folder, { recursive: true });
    else print(`The logs are in ${folder}`);
  }
}

async function tryEvents(cluster, events) {
  const load = new Load(cluster, cluster.demo());
  await load.start();
  print(`Requests go to ${cluster.url}. ${events.length === 0 ? "Ctrl-C ends them." : ""}`);
  const stopReport = reportEverySecond(load);
  const periods = [];
  const observe = async (name, work) => {
    const from = performance.now();
    await work();
    periods.push([name, { from, to: performance.now() }]);
  };
  try {
    await observe("none", events.length === 0 ? untilInterrupted : pause);
    for (const { name, run } of events) {
      print(`== ${name}`);
      await observe(name, async () => {
        await run(cluster);
        await pause();
      });
    }
  } finally {
    await load.stop();
    stopReport();
  }
  const lost = await step("Introspection", () => load.findLost());
  printTable(periods.map(([name, period]) => describePeriod(name, load, period, lost)));
  print(`Acknowledged: ${load.acknowledged.length}, lost: ${lost.length}`);
  return lost.length === 0;
}

function untilInterrupted() {
  const { signal } = ending;
  return new Promise((resolve, reject) => {
    const end = () => (signal.reason === interruption ? resolve() : reject(signal.reason));
    signal.addEventListener("abort", end);
  });
}

/** Prints each second how many answers of which status came, and how many tokens. @returns {() => void} Stops it. */
function reportEverySecond(load) {
  const begin = performance.now();
  let seen = 0;
  const timer = setInterval(() => {
    const results = inWords(count(load.answers.slice(seen)));
    seen = load.answers.length;
    const time = `${((performance.now() - begin) / SECOND).toFixed(0)} s`.padStart(6);
    print(`${time}  ${load.acknowledged.length} tokens  ${results || "no answer"}`);
  }, SECOND);
  return () => clearInterval(timer);
}

/** What callers noticed in a period, as a row of a table. @param {{from: number, to: number}} period */
function describePeriod(name, load, { from, to }, lost) {
  const isWithin = ({ at }) => at >= from && at < to;
  const answers = load.answers.filter(isWithin);
  const failures = answers.filter(({ result }) => result !== 200);
  const tokens = load.acknowledged.filter(isWithin);
  const seconds = (at) => ((at - from) / SECOND).toFixed(1);
  const failed =
    failures.length === 0
      ? "none"
      : `${seconds(failures[0].at)} to ${seconds(failures.at(-1).at)} s`;
  const pause = `${longestPause(tokens, from).toFixed(1)} s`;
  const results = inWords(count(failures)) || "none";
  return [name, failed, pause, results, tokens.length, lost.filter(isWithin).length];
}

/** @param {readonly (readonly (string | number)[])[]} rows */
function printTable(rows) {
  const heads = ["Event", "Failures", "Longest pause", "Failed requests", "Acknowledged", "Lost"];
  const lines = [heads, heads.map(() => "---"), ...rows];
  print(`\n${lines.map((line) => `| ${line.join(" | ")} |`).join("\n")}\n`);
}

/** Between two acknowledged tokens, in seconds. */
function longestPause(tokens, from) {
  const times = [from, ...tokens.map(({ at }) => at)];
  return Math.max(0, ...times.slice(1).map((at, index) => at - times[index])) / SECOND;
}

function count(answers) {
  const counts = new Map();
  for (const { result } of answers) counts.set(result, (counts.get(result) ?? 0) + 1);
  return counts;
}

function inWords(counts) {
  return [...counts].map(([result, times]) => `${times} × ${result}`).join(", ");
}
