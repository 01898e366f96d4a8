import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestUserConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import plain from "../../vitest.config";
import { findGuards } from "./find-guards";
import { explainedMutants, readState } from "./hunt-state";
import { isTarget, TESTS } from "./targets";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TIMEOUT_MS = 30_000;
/** Slower tests, in milliseconds, only try mutants that faster ones left. A test may be faster the second time. */
const SLOW_MS = 1_000;
const FASTER_MS = 500;
const SLOWEST_MS = 15_000;

const STARTS_PROCESSES =
  /"@\/test\/process\/(?:own-database|fault-proxy|process-family|servers|answering|guessing)/;

const folder = process.env.LATCHKEY_MUTANTS ?? "";
const areas = (process.env.LATCHKEY_MUTANTS_AREAS ?? "lib/").split(",");
const isSlow = process.env.LATCHKEY_MUTANTS_SPEED === "slow";

const isMutated = (file: string) => areas.some((area) => file.startsWith(area)) && isTarget(file);

function mutatedFiles(): string[] {
  return readdirSync(join(ROOT, "lib"), { encoding: "utf8", recursive: true })
    .map((file) => join("lib", file))
    .filter((file) => file.endsWith(".ts") && isMutated(file))
    .sort();
}

/** Lists every guard, including those in files that no test loads. */
function listGuards(): void {
  const found = mutatedFiles().map((file) => findGuards(file, readFileSync(file, "utf8")));
  const guards = found.flatMap(({ ids }) => ids);
  const statements = found.flatMap(({ statements: places }) => places);
  writeFileSync(join(folder, "guards.json"), JSON.stringify({ guards, statements }));
}

/** Tests with a database or with processes of their own: too slow to repeat, and no mutant reaches other processes. */
function startingProcesses(): string[] {
  return readdirSync(join(ROOT, "lib"), { encoding: "utf8", recursive: true })
    .map((file) => join("lib", file))
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => STARTS_PROCESSES.test(readFileSync(join(ROOT, file), "utf8")));
}

/** Test files to run: those not run yet, or those with slow tests that may notice remaining mutants. */
function testFiles(): { include: string[]; exclude: string[] } {
  const { done, killed } = readState(folder);
  if (!isSlow)
    return { include: [...TESTS], exclude: [...startingProcesses(), ...Object.keys(done)] };
  const explained = explainedMutants();
  const isOpen = (id: string) => !(id in killed || explained.has(id));
  const remaining = Object.entries(done).filter(([, ids]) => ids.some(isOpen));
  return { include: remaining.map(([file]) => file), exclude: [] };
}

/**
 * Tests in the folder of a guard, or below, come first, and among them those that import a file with guards: they notice
 * most. Always in the same order.
 */
class NearestFirst extends BaseSequencer {
  readonly #folders = [...new Set(mutatedFiles().map((file) => `${dirname(file)}/`))];
  readonly #modules = mutatedFiles().map((file) => `"@/${file.replace(/\.ts$/, "")}"`);

  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = new Map(files.map(({ moduleId }) => [moduleId, this.#rank(moduleId)]));
    const rankOf = ({ moduleId }: TestSpecification) => rank.get(moduleId) ?? 0;
    return Promise.resolve(
      files.toSorted((a, b) => rankOf(a) - rankOf(b) || a.moduleId.localeCompare(b.moduleId)),
    );
  }

  #rank(test: string): number {
    if (!this.#folders.some((near) => relative(ROOT, test).startsWith(near))) return 2;
    const source = readFileSync(test, "utf8");
    return this.#modules.some((name) => source.includes(name)) ? 0 : 1;
  }
}

const test: TestUserConfig = {
  root: ROOT,
  ...testFiles(),
  runner: fileURLToPath(new URL("./mutation-runner.ts", import.meta.url)),
  // A mutant may leave anything behind.
  isolate: true,
  maxWorkers: 1,
  fileParallelism: false,
  testTimeout: TIMEOUT_MS,
  dangerouslyIgnoreUnhandledErrors: true,
  sequence: { sequencer: NearestFirst },
  provide: {
    huntFolder: folder,
    huntTests: isSlow ? { from: FASTER_MS, to: SLOWEST_MS } : { from: 0, to: SLOW_MS },
  },
};

const instrument: NonNullable<ViteUserConfig["plugins"]>[number] = {
  name: "latchkey-mutants",
  enforce: "pre",
  transform(_code: string, id: string) {
    const file = relative(ROOT, id);
    if (!isMutated(file)) return null;
    return { code: findGuards(file, readFileSync(id, "utf8")).code, map: null };
  },
};

listGuards();

// Not merged by Vite, which would concatenate lists of files.
export default defineConfig({
  ...plain,
  plugins: [instrument],
  test: { ...plain.test, ...test },
});
