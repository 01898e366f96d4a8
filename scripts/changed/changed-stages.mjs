import { CHECKS } from "../check.mjs";
import { node } from "../run.mjs";
import { print } from "../step.mjs";
import { changedFiles, moduleFiles } from "./git-files.mjs";

/** So many test files take about as long as the checks do. */
const NEARBY_FILES = 10;
const QUICK_CHECKS = ["Layers", "SQL", "Types"];

/**
 * The stages that notice most mistakes in a change within a minute.
 *
 * @param {(files: readonly string[]) => Promise<import("../stages.mjs").Result>} runTests
 * @returns {[title: string, work: () => Promise<import("../stages.mjs").Result | void>][]}
 */
export function changedStages(runTests) {
  return [
    ["Format and lint", formatAndLint],
    ...CHECKS.filter(([title]) => QUICK_CHECKS.includes(title)),
    ["Nearby tests", () => runNearby(runTests)],
  ];
}

function formatAndLint() {
  const options = ["ci", "--no-errors-on-unmatched", ...changedFiles()];
  return node("node_modules/@biomejs/biome/bin/biome", options);
}

async function runNearby(runTests) {
  // Imported here because its parser is not installed yet when this module loads on a fresh clone.
  const { nearbyTests } = await import("./nearby-tests.mjs");
  const nearby = nearbyTests(".", moduleFiles(), changedFiles());
  const nearest = nearby.slice(0, NEARBY_FILES);
  print(`${nearest.length} of ${nearby.length} test files that may notice the change`);
  return nearest.length === 0 ? { passed: 0, failed: 0 } : runTests(nearest);
}
