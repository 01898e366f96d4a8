// npm run bench [-- NAME]: measures the cost of a request, side by side with other servers, or what NAME measures.
// bench/README.md explains.

import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LockHeldError, takeBuildLock } from "../lib/core/process/lock.mjs";
import { build } from "./build.mjs";
import { bundle } from "./bundle.mjs";
import { generate } from "./generate.mjs";
import { install } from "./install.mjs";
import { CommandError, node } from "./run.mjs";
import { print, step } from "./step.mjs";

const [name, ...args] = process.argv.slice(2);
// Requests as tokens accumulate, and while dead ones are cleaned up.
if (name === "growth") await runBench("bench/growth/grow-tokens.mjs", args);
// Each list with 1,000 rows and with a count.
else if (name === "lists") await runLists(args);
else await runBench("bench/run.mjs", process.argv.slice(2));

/** Builds what a benchmark needs and runs it. @param {string} file For example `bench/run.mjs`. */
async function runBench(file, args) {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  try {
    await prepare();
    await node(file, args);
  } catch (error) {
    if (!(error instanceof LockHeldError || error instanceof CommandError)) throw error;
    print(error.message);
    process.exit(1);
  }
}

async function prepare() {
  const release = takeBuildLock();
  try {
    await step("Packages", () => install("."), String);
    await step("Benchmark packages", () => install("bench"), String);
    await step("Database client", generate, String);
    await step("Build", build, String);
    await bundle("bench/database.ts", "dist/bench/database.mjs");
    await bundle("bench/targets/latchkey-data.ts", "dist/bench/latchkey-data.mjs");
    await bundle("bench/growth/clean-up.ts", "dist/bench/clean-up.mjs");
  } finally {
    release();
  }
}

/** Exits with 1 if something gets too slow. @param {readonly string[]} args The number of rows; by default 100,000. */
async function runLists([rows = "100000", ...rest]) {
  const count = Number(rows);
  if (rest.length > 0 || !Number.isInteger(count) || count < 2_000) {
    process.stderr.write("Usage: npm run bench -- lists [number of rows]\n");
    process.exit(1);
  }
  const outfile = "dist/bench/grow-lists.mjs";
  await build();
  await bundle("bench/lists/grow-lists.ts", outfile);
  const { benchLists } = await import(pathToFileURL(resolve(outfile)).href);
  process.exitCode = (await benchLists(count)) ? 0 : 1;
}
