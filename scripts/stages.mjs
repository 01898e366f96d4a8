import { CommandError } from "./run.mjs";
import { print, step } from "./step.mjs";

/**
 * The result of a stage: failures name the failed tests with their errors; a long stage reports its parts separately.
 *
 * @typedef {{passed: number, failed: number}} Count
 * @typedef {Count & {failures?: readonly string[], parts?: readonly Part[]}} Result
 * @typedef {Count & {title: string, seconds: number}} Part
 */

/**
 * Runs stages one after the other, even after one fails. Prints how long each took, every failure again, and the sum in
 * the last line. Sets the exit code.
 *
 * @param {readonly [title: string, work: () => Promise<Result | void>][]} stages A stage without a
 *   result counts as one test.
 * @returns {Promise<void>}
 */
export async function runStages(stages) {
  const sum = { passed: 0, failed: 0 };
  /** @type {Part[]} */
  const parts = [];
  const failures = [];
  for (const [title, work] of stages) {
    print(`\n== ${title}`);
    const begin = performance.now();
    const result = await step(title, () => count(work), inWords);
    const seconds = (performance.now() - begin) / 1000;
    sum.passed += result.passed;
    sum.failed += result.failed;
    failures.push(...(result.failures ?? []));
    parts.push(...(result.parts ?? [{ ...result, title, seconds }]));
  }
  print("\n== Time of each stage");
  const all = parts.reduce((total, { seconds }) => total + seconds, 0);
  for (const part of parts) print(inColumns(part, all));
  if (failures.length > 0) print("\n== Failures");
  for (const failure of failures) print(failure);
  print(`\n${inWords(sum)}`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}

/** @returns {Promise<Result>} */
async function count(work) {
  try {
    return (await work()) ?? { passed: 1, failed: 0 };
  } catch (error) {
    const message = error instanceof CommandError ? error.message : error.stack;
    process.stderr.write(`${message}\n`);
    return { passed: 0, failed: 1, failures: [message] };
  }
}

function inColumns({ title, seconds, ...counted }, all) {
  const time = `${seconds.toFixed(1)} s`.padStart(9);
  const share = `${Math.round((100 * seconds) / all)} %`.padStart(5);
  return `${time} ${share}  ${title}: ${inWords(counted)}`;
}

function inWords({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
