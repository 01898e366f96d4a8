import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Reads what Playwright's JSON reporter wrote. @returns {import("./stages.mjs").Result} */
export function readPlaywrightReport({ suites, stats, errors }) {
  const failed = stats.unexpected + stats.flaky + errors.length;
  const failures = [...suites.flatMap(specsOf).flatMap(failuresOf), ...errors.map(messageOf)];
  return { passed: stats.expected, failed, failures };
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function failuresOf({ file, line, title, tests }) {
  return tests.filter(hasFailed).map(({ projectName, results }) => {
    const errors = results.flatMap((result) => result.errors).map(messageOf);
    return describeFailure(`[${projectName}] ${file}:${line} › ${title}`, errors);
  });
}

function messageOf({ message, value }) {
  return message ?? value ?? "unknown error";
}

function hasFailed({ status }) {
  return status === "unexpected" || status === "flaky";
}

const MAX_LENGTH = 600;

/** A failed test with the beginning of its errors. */
function describeFailure(test, errors) {
  const texts = errors.map((error) => stripVTControlCharacters(error).slice(0, MAX_LENGTH));
  return [test, ...texts.flatMap((text) => text.split("\n")).map((line) => `    ${line}`)].join(
    "\n",
  );
}

/** Reads what Vitest's JSON reporter wrote. */
export function readVitestReport({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(failedWithoutTest);
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    failures: [
      ...testResults.flatMap(failuresOfFile),
      ...unloaded.map(({ name, message }) => describeFailure(relative(".", name), [message])),
    ],
  };
}

function failuresOfFile({ name, assertionResults }) {
  return assertionResults
    .filter(isFailed)
    .map(({ fullName, failureMessages }) =>
      describeFailure(`${relative(".", name)} › ${fullName}`, failureMessages),
    );
}

/** A file that fails to load has no test of its own to fail. */
function failedWithoutTest({ status, assertionResults }) {
  return status === "failed" && !assertionResults.some(isFailed);
}

function isFailed({ status }) {
  return status === "failed";
}
