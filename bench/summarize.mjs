/**
 * Medians over the rounds, and ratios to the peer. A ratio is taken within each round, where both
 * ran shortly after each other, and then the median of these.
 *
 * @param {readonly {target: string, operation: string, round: number,
 *   sample: import("./measure.mjs").Sample}[]} runs
 * @param {string} peer Name of the target to compare with.
 * @returns {{operation: string, target: string, rounds: number, sample: import("./measure.mjs").Sample,
 *   rateRatio?: number, cpuRatio?: number}[]} In the order of the runs.
 */
export function summarize(runs, peer) {
  const groups = new Map();
  for (const run of runs) {
    const key = `${run.operation} ${run.target}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  const ofPeer = (run) =>
    runs.find(
      ({ target, operation, round }) =>
        target === peer && operation === run.operation && round === run.round,
    )?.sample;
  return [...groups.values()].map((group) => {
    const pairs = group
      .map((run) => ({ own: run.sample, other: ofPeer(run) }))
      .filter(({ other }) => other);
    const [{ operation, target }] = group;
    return {
      operation,
      target,
      rounds: group.length,
      sample: medians(group.map(({ sample }) => sample)),
      rateRatio: median(pairs.map(({ own, other }) => own.rate / other.rate)),
      cpuRatio: median(pairs.map(({ own, other }) => cpu(own) / cpu(other))),
    };
  });
}

function cpu({ server, database }) {
  return server + database;
}

function medians(samples) {
  return Object.fromEntries(
    Object.keys(samples[0]).map((key) => [key, median(samples.map((sample) => sample[key]))]),
  );
}

/** @returns {number | undefined} `undefined` of nothing. */
function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? sorted[middle]
    : (sorted[middle - 1] + sorted[middle]) / 2 || undefined;
}
