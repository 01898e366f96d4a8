import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { CHECKS } from "../check.mjs";
import { node } from "../run.mjs";
import { print } from "../step.mjs";

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

const MODULES = ["app", "components", "lib", "scripts", "test", "instrumentation.ts", "server.ts"];

/** @returns {string[]} The project's files that may import each other, including those that git does not know yet. */
export function moduleFiles() {
  return list("ls-files", "--cached", "--others", "--exclude-standard", "--", ...MODULES);
}

/** @returns {string[]} Files that differ from the last commit, or that git does not know yet. */
function changedFiles() {
  return [
    ...list("diff", "--name-only", "HEAD"),
    ...list("ls-files", "--others", "--exclude-standard"),
  ];
}

/** Deleted files are left out. @param {string[]} args */
function list(...args) {
  const files = execFileSync("git", args, { encoding: "utf8" }).split("\n");
  return [...new Set(files)].filter((file) => file !== "" && existsSync(file));
}
