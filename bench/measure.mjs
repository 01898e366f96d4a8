import { checkAnswer } from "./check-answer.mjs";
import { cpuIsKnown, readCpu } from "./cpu.mjs";
import { load } from "./load.mjs";

/**
 * Measures one operation of one target once: stores what the requests present, warms up, sends them,
 * then checks every answer.
 *
 * @param {import("./run.mjs").Target} target
 * @param {string} operation
 * @param {{requests: number, warmUp: number, connections: number, postmasterPid: number,
 *   analyze: (databaseUrl: string) => Promise<void>}} options
 * @returns {Promise<Sample>}
 */
export async function measure(target, operation, options) {
  const requests = Math.ceil(options.requests * target.share);
  // Not scaled down: a slower server must be as warm as the others.
  const { warmUp } = options;
  const credentials = await target.seed(operation, warmUp + requests);
  await options.analyze(target.databaseUrl);
  const all = credentials.map((one, index) => target.request(operation, one, `s${index}`));

  const warm = await load(target.origin, all.slice(0, warmUp), options.connections);
  const pids = { serverPid: target.pid, postmasterPid: options.postmasterPid };
  const before = cpuIsKnown ? readCpu(pids) : undefined;
  const run = await load(target.origin, all.slice(warmUp), options.connections);
  const after = cpuIsKnown ? readCpu(pids) : undefined;

  checkAll(operation, [...warm.answers, ...run.answers]);
  const sorted = run.latencies.sort();
  return {
    rate: requests / run.seconds,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    ...(before && after ? cpuOfRun(before, after, requests, run.seconds) : {}),
  };
}

/**
 * One run: requests a second, latencies in ms, CPU in microseconds for each request; `foreign` is
 * the CPU that everything else on the machine used, in cores.
 * @typedef {{rate: number, p50: number, p95: number, p99: number, server?: number, database?: number,
 *   foreign?: number}} Sample
 */

function cpuOfRun(before, after, requests, seconds) {
  const used = (part) => after[part] - before[part];
  const ours = used("server") + used("database") + used("driver");
  return {
    server: used("server") / requests,
    database: used("database") / requests,
    foreign: Math.max(0, used("everything") - ours) / 1e6 / seconds,
  };
}

function checkAll(operation, answers) {
  const seen = new Set();
  for (const [index, answer] of answers.entries()) {
    for (const token of checkAnswer(operation, answer, `s${index}`)) {
      if (seen.has(token)) throw new Error(`${operation}: one token was issued twice`);
      seen.add(token);
    }
  }
}

/**
 * @param {Float64Array} sorted
 * @param {number} share From 0 to 1.
 */
export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
}
