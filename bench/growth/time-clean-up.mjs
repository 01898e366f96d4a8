import { load } from "../load.mjs";
import { quantile } from "../measure.mjs";

const REQUESTS = 2000;
const ROUNDS_BEFORE = 5;

/**
 * Measures requests before and during a clean-up.
 *
 * @param {import("../run.mjs").Target} target
 * @param {number} connections
 * @param {() => Promise<number>} cleanUp Returns the number of deleted tokens.
 * @returns {Promise<{before: number, during: number, deleted: number, seconds: number}>} The p99 of refreshing, in ms,
 *   before and during it.
 */
export async function timeCleanUp(target, connections, cleanUp) {
  const credentials = await target.seed("refresh", REQUESTS);
  const requests = credentials.map((one) => target.request("refresh", one, ""));
  const round = async () => {
    const { latencies, answers } = await load(target.origin, requests, connections);
    const failed = answers.find(({ status }) => status !== 200);
    if (failed) throw new Error(`A refresh returned ${failed.status}: ${failed.body}`);
    return [...latencies];
  };
  // Warms up.
  await round();
  const before = [];
  for (let turn = 0; turn < ROUNDS_BEFORE; turn += 1) before.push(...(await round()));
  const begin = performance.now();
  let deleted;
  let seconds;
  const cleaning = cleanUp().then((count) => {
    deleted = count;
    seconds = (performance.now() - begin) / 1000;
  });
  const during = [];
  while (deleted === undefined)
    during.push(...(await Promise.race([round(), failureOf(cleaning)])));
  return { before: p99(before), during: p99(during), deleted, seconds };
}

/** Never resolves: a clean-up that fails must end the loop. */
function failureOf(cleaning) {
  return new Promise((_, fail) => cleaning.catch(fail));
}

function p99(latencies) {
  return quantile(Float64Array.from(latencies).sort(), 0.99);
}
