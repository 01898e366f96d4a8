import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { replaceFile } from "../replace-file.mjs";
import { explainedMutants, fileOf } from "./hunt-state.mjs";

const VERDICTS = fileURLToPath(new URL("verdicts.json", import.meta.url));

/** @returns {Record<string, { tests: string[], sha256: string }>} Files without an open mutant, by path. */
const readVerdicts = () => JSON.parse(readFileSync(VERDICTS, "utf8"));

/**
 * Whether an earlier run left no mutant of a file open, and nothing that it judged has changed since: the file, the tests
 * that noticed its mutants, and the reasons for the others.
 *
 * @param {string} file
 */
export function isProven(file) {
  const verdict = readVerdicts()[file];
  return verdict !== undefined && verdict.sha256 === digestOf(file, verdict.tests);
}

/**
 * Records the files without an open mutant for later runs, and forgets the others and those that are gone.
 *
 * @param {readonly string[]} files Those whose mutants were tried.
 * @param {readonly string[]} open Mutants that no test noticed and no reason explains.
 * @param {Record<string, string>} killed Tests by the mutants that they noticed.
 */
export function recordVerdicts(files, open, killed) {
  const verdicts = readVerdicts();
  const openFiles = new Set(open.map(fileOf));
  for (const file of Object.keys(verdicts)) if (!existsSync(file)) delete verdicts[file];
  for (const file of files) {
    delete verdicts[file];
    if (openFiles.has(file)) continue;
    const tests = testsThatKilled(file, killed);
    verdicts[file] = { tests, sha256: digestOf(file, tests) };
  }
  const sorted = Object.fromEntries(
    Object.entries(verdicts).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  replaceFile(VERDICTS, `${JSON.stringify(sorted, null, 2)}\n`);
}

function testsThatKilled(file, killed) {
  const names = Object.entries(killed).filter(([id]) => fileOf(id) === file);
  return [...new Set(names.map(([, test]) => test.split(": ", 1)[0]))].sort();
}

function digestOf(file, tests) {
  const hash = createHash("sha256");
  for (const path of [file, ...tests]) hash.update(existsSync(path) ? readFileSync(path) : "gone");
  return hash
    .update(JSON.stringify(explainedMutants().filter((id) => fileOf(id) === file)))
    .digest("hex");
}
