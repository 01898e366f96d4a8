import { fileURLToPath } from "node:url";
import { LockHeldError, takeBuildLock } from "../lib/core/lock.mjs";
import { build } from "./build.mjs";
import { generate } from "./generate.mjs";
import { install } from "./install.mjs";
import { CommandError, node } from "./run.mjs";
import { say, step } from "./step.mjs";

/**
 * Builds what a benchmark needs and runs it.
 *
 * @param {string} file For example `bench/run.mjs`.
 * @param {readonly string[]} args
 */
export async function runBench(file, args) {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  try {
    await prepare();
    await node(file, args);
  } catch (error) {
    if (!(error instanceof LockHeldError || error instanceof CommandError)) throw error;
    say(error.message);
    process.exit(1);
  }
}

async function prepare() {
  const release = takeBuildLock();
  const inWords = (done) => done;
  try {
    await step("Packages", () => install("."), inWords);
    await step("Benchmark packages", () => install("bench"), inWords);
    await step("Database client", generate, inWords);
    await step("Build", build, inWords);
    const { bundle } = await import("./bundle.mjs");
    await bundle("bench/database.ts", "dist/bench/database.mjs");
    await bundle("bench/targets/latchkey-data.ts", "dist/bench/latchkey-data.mjs");
    await bundle("bench/growth/clean-up.ts", "dist/bench/clean-up.mjs");
  } finally {
    release();
  }
}
