import { print } from "../step.mjs";

const SECOND = 1_000;

/** Prints each second how many answers of which status came, and how many tokens. @returns {() => void} Stops it. */
export function reportEverySecond(load) {
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
export function describePeriod(name, load, { from, to }, lost) {
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
export function printTable(rows) {
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
