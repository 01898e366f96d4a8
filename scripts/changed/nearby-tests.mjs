import { dirname } from "node:path";
import { readImports } from "../read-imports.mjs";

const MODULE = /\.(tsx?|mts|mjs)$/;
const TEST = /\.test\.tsx?$/;

/**
 * Unit tests that a change may break, nearest first: changed tests and those named after a changed file, tests that
 * import one directly, then indirectly, and tests in its folder (or in the nearest folder above that has some).
 *
 * @param {string} root
 * @param {readonly string[]} files all files of the project that may import each other
 * @param {readonly string[]} changed
 * @returns {string[]}
 */
export function nearbyTests(root, files, changed) {
  const tests = files.filter((file) => TEST.test(file));
  const beside = changed.flatMap((file) => testsBeside(file, tests));
  const modules = files.filter((file) => MODULE.test(file));
  const importing = importersOf(root, modules, changed).filter((file) => TEST.test(file));
  const changedModules = changed.map((file) => file.replace(TEST, "").replace(MODULE, ""));
  const sameName = tests.filter((test) => changedModules.includes(test.replace(TEST, "")));
  return [...new Set([...sameName, ...importing, ...beside])];
}

/** @param {string} file @param {readonly string[]} tests */
function testsBeside(file, tests) {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
    const found = tests.filter((test) => dirname(test) === folder);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Modules that import others directly or indirectly, in the order of their distance.
 * @param {string} root
 * @param {readonly string[]} modules
 * @param {readonly string[]} changed
 */
function importersOf(root, modules, changed) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of modules) {
    for (const target of readImports(root, file)) {
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  const found = new Set(changed);
  for (const file of found) {
    for (const importer of importers.get(file.replace(MODULE, "")) ?? []) found.add(importer);
  }
  return [...found];
}
