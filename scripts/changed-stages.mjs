import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { CHECKS } from "./check.mjs";
import { node } from "./run.mjs";
import { print } from "./step.mjs";

/** So many test files take about as long as the checks do. */
const NEARBY_FILES = 10;
const QUICK_CHECKS = ["Layers", "SQL", "Types"];

/**
 * The stages that notice most mistakes in a change within a minute.
 * @returns {[title: string, work: () => Promise<import("./stages.mjs").Result | void>][]}
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
  const nearby = nearbyTests(changedFiles());
  const nearest = nearby.slice(0, NEARBY_FILES);
  print(`${nearest.length} of ${nearby.length} test files that may notice the change`);
  return nearest.length === 0 ? { passed: 0, failed: 0 } : runTests(nearest);
}

/** Unit tests named after a changed file, then those that import one, then those in its folder. */
function nearbyTests(changed) {
  const tests = list("ls-files", "--cached", "--others", "--exclude-standard", "--", "*.test.ts*");
  const modules = changed.map((file) => file.replace(/(\.test)?\.(tsx?|mjs)$/, ""));
  const importsOne = (test) => {
    const source = readFileSync(test, "utf8");
    return modules.some((name) => source.includes(`"@/${name}"`));
  };
  const folders = changed.map(dirname);
  return [
    ...new Set([
      ...tests.filter((test) => modules.includes(test.replace(/\.test\.tsx?$/, ""))),
      ...tests.filter(importsOne),
      ...tests.filter((test) => folders.includes(dirname(test))),
    ]),
  ];
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
