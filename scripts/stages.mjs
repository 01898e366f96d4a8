import { CommandError } from "./run.mjs";
import { say, step } from "./step.mjs";

/** What a stage came to. @typedef {{passed: number, failed: number}} Count */

/**
 * Runs stages one after the other, also after one fails, and says the sum in the last line. Sets
 * the exit code.
 *
 * @param {readonly [title: string, work: () => Promise<Count | void>][]} stages A stage that does
 *   not count counts as one.
 * @returns {Promise<void>}
 */
export async function runStages(stages) {
  const sum = { passed: 0, failed: 0 };
  for (const [title, work] of stages) {
    say(`\n== ${title}`);
    const { passed, failed } = await step(title, () => count(work), inWords);
    sum.passed += passed;
    sum.failed += failed;
  }
  say(`\n${inWords(sum)}`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}

async function count(work) {
  try {
    return (await work()) ?? { passed: 1, failed: 0 };
  } catch (error) {
    process.stderr.write(`${error instanceof CommandError ? error.message : error.stack}\n`);
    return { passed: 0, failed: 1 };
  }
}

function inWords({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
