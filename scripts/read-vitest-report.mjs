import { relative } from "node:path";
import { describeFailure } from "./describe-failure.mjs";

/**
 * Reads what Vitest's JSON reporter wrote.
 *
 * @param {object} report
 * @returns {import("./stages.mjs").Result}
 */
export function readVitestReport({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(failedWithoutTest);
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    failures: [
      ...testResults.flatMap(failuresOf),
      ...unloaded.map(({ name, message }) => describeFailure(relative(".", name), [message])),
    ],
  };
}

function failuresOf({ name, assertionResults }) {
  return assertionResults
    .filter(hasFailed)
    .map(({ fullName, failureMessages }) =>
      describeFailure(`${relative(".", name)} › ${fullName}`, failureMessages),
    );
}

/** A file that fails to load has no test of its own to fail. */
function failedWithoutTest({ status, assertionResults }) {
  return status === "failed" && !assertionResults.some(hasFailed);
}

function hasFailed({ status }) {
  return status === "failed";
}
