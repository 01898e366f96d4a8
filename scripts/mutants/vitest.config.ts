import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestUserConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import plain from "../../vitest.config";
import { moduleFiles } from "../changed/git-files.mjs";
import { nearbyTests } from "../changed/nearby-tests.mjs";
import { findGuards } from "./find-guards";
import { openMutants, readHunt } from "./hunt-state.mjs";
import { isTarget, isUsed } from "./targets";
import { isProven } from "./verdicts.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TIMEOUT_MS = 30_000;
/** Slower tests, in milliseconds, only try mutants that faster ones left. A test may be faster the second time. */
const SLOW_MS = 1_000;
const FASTER_MS = 500;
const SLOWEST_MS = 15_000;

const STARTS_PROCESSES =
  /"@\/test\/process\/(?:fault-proxy|process-family|servers|answering|guessing)|pg_terminate_backend/;

const folder = process.env.LATCHKEY_MUTANTS ?? "";
const areas = (process.env.LATCHKEY_MUTANTS_AREAS ?? "lib/").split(",");
const [range, kind] = (process.env.LATCHKEY_MUTANTS_PASS ?? "near grouped").split(" ");
const inGroups = kind === "grouped";
const isSlow = kind === "slow";
const isComplete = process.env.LATCHKEY_MUTANTS_ALL === "1";

const targets = readdirSync(join(ROOT, "lib"), { encoding: "utf8", recursive: true })
  .map((file) => join("lib", file))
  .filter((file) => areas.some((area) => file.startsWith(area)) && file.endsWith(".ts"))
  .filter(isTarget)
  .sort();
const mutatedFiles = targets.filter((file) => isComplete || !isProven(file));

/** Lists every guard, including those in files that no test loads. */
function listGuards(): void {
  const found = mutatedFiles.map((file) => findGuards(file, readFileSync(file, "utf8")));
  const guards = found.flatMap(({ ids }) => ids);
  const statements = found.flatMap(({ statements: places }) => places);
  writeFileSync(
    join(folder, "guards.json"),
    JSON.stringify({
      files: mutatedFiles,
      leftOut: targets.length - mutatedFiles.length,
      guards,
      statements,
    }),
  );
}

listGuards();

/** Tests that reach mutated files, nearest first: in their folders or below, then by imports. */
const nearest = nearbyTests(ROOT, moduleFiles(), mutatedFiles)
  .filter((file) => isUsed(file) && !startsProcesses(file))
  .toSorted((a, b) => Number(isInside(b)) - Number(isInside(a)));

function isInside(test: string): boolean {
  return mutatedFiles.some((file) => test.startsWith(`${dirname(file)}/`));
}

/** Tests that start processes or end connections: too slow to repeat, and no mutant reaches other processes. */
function startsProcesses(file: string): boolean {
  return STARTS_PROCESSES.test(readFileSync(join(ROOT, file), "utf8"));
}

/** Test files to run: those not run yet, or those with tests that may notice remaining mutants one by one. */
function testFiles(): string[] {
  const files = range === "near" ? nearest.filter(isInside) : nearest;
  const { done } = readHunt(folder).state;
  if (inGroups) return files.filter((file) => !(file in done));
  const open = new Set(openMutants(folder));
  return files.filter((file) => done[file]?.[isSlow ? "slow" : "quick"].some((id) => open.has(id)));
}

/** Paths of routes contain brackets. */
const asPattern = (file: string) => file.replace(/[[\]()]/g, "\\$&");

/** The nearest tests come first: they notice most. Always in the same order. */
class NearestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => nearest.indexOf(relative(ROOT, moduleId));
    return Promise.resolve(files.toSorted((a, b) => rankOf(a) - rankOf(b)));
  }
}

const test: TestUserConfig = {
  root: ROOT,
  include: testFiles().map(asPattern),
  runner: fileURLToPath(new URL("./mutation-runner.ts", import.meta.url)),
  // A mutant may leave anything behind.
  isolate: true,
  maxWorkers: 1,
  fileParallelism: false,
  // A file has no tests once every mutant is killed.
  passWithNoTests: true,
  testTimeout: TIMEOUT_MS,
  dangerouslyIgnoreUnhandledErrors: true,
  sequence: { sequencer: NearestFirst },
  provide: {
    huntFolder: folder,
    huntPass: isSlow
      ? { from: FASTER_MS, to: SLOWEST_MS, inGroups }
      : { from: 0, to: SLOW_MS, inGroups },
  },
};

const instrument: NonNullable<ViteUserConfig["plugins"]>[number] = {
  name: "latchkey-mutants",
  enforce: "pre",
  transform(_code: string, id: string) {
    const file = relative(ROOT, id);
    if (!mutatedFiles.includes(file)) return null;
    return { code: findGuards(file, readFileSync(id, "utf8")).code, map: null };
  },
};

// Not merged by Vite, which would concatenate lists of files.
export default defineConfig({
  ...plain,
  plugins: [instrument],
  test: { ...plain.test, ...test },
});
