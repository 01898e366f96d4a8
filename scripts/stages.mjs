import { CommandError } from "./run.mjs";
import { print, step } from "./step.mjs";

/**
 * The result of a stage; failures name the failed tests with their errors.
 * @typedef {{passed: number, failed: number, failures?: readonly string[]}} Result
 */

/**
 * Runs stages one after the other, even after one fails. Prints how long each took, every failure again, and the sum in
 * the last line. Sets the exit code.
 * @param {readonly [title: string, work: () => Promise<Result | void>][]} stages A stage without a
 *   result counts as one test.
 */
export async function runStages(stages) {
  const sum = { passed: 0, failed: 0 };
  const times = [];
  const failures = [];
  for (const [title, work] of stages) {
    print(`\n== ${title}`);
    const begin = performance.now();
    const result = await step(title, () => count(work), inWords);
    const seconds = (performance.now() - begin) / 1000;
    sum.passed += result.passed;
    sum.failed += result.failed;
    failures.push(...(result.failures ?? []));
    times.push(`${seconds.toFixed(1).padStart(7)} s  ${title}: ${inWords(result)}`);
  }
  print("\n== Time of each stage");
  for (const time of times) print(time);
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

function inWords({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
