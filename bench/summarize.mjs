/** Whom others are compared with: the first of these that supports the operation. */
const PEERS = ["oidc-provider", "better-auth"];

/**
 * Medians over the rounds, and ratios to the peer and the floor. A ratio is taken within each round, where both
 * ran shortly after each other, and then the median of these.
 *
 * @param {readonly {target: string, operation: string, round: number,
 *   sample: import("./measure.mjs").Sample}[]} runs
 * @returns {{operation: string, target: string, rounds: number, sample: import("./measure.mjs").Sample,
 *   toPeer: Ratios, toFloor: Ratios}[]} In the order of the runs.
 */
export function summarize(runs) {
  const groups = new Map();
  for (const run of runs) {
    const key = `${run.operation} ${run.target}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()].map((group) => {
    const [{ operation, target }] = group;
    const others = runs.filter((run) => run.operation === operation);
    const peer = PEERS.find((name) => others.some((run) => run.target === name));
    return {
      operation,
      target,
      rounds: group.length,
      sample: medians(group.map(({ sample }) => sample)),
      toPeer: ratios(group, others, peer),
      toFloor: ratios(group, others, "floor"),
    };
  });
}

/**
 * Relative to another target; undefined if that did not run the operation.
 * @typedef {{rate?: number, p95?: number, cpu?: number}} Ratios
 */
function ratios(group, others, name) {
  const pairs = group
    .map(({ round, sample }) => ({
      own: sample,
      other: others.find((run) => run.target === name && run.round === round)?.sample,
    }))
    .filter(({ other }) => other);
  return {
    rate: median(pairs.map(({ own, other }) => own.rate / other.rate)),
    p95: median(pairs.map(({ own, other }) => own.p95 / other.p95)),
    cpu: median(pairs.map(({ own, other }) => cpu(own) / cpu(other))),
  };
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
export function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? sorted[middle]
    : (sorted[middle - 1] + sorted[middle]) / 2 || undefined;
}
