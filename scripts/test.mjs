// npm test: from a fresh clone to a test result. --unit and --e2e run only one kind of test, --shard 1/3 a third of them,
// --changed what is quick and near the files that differ from the last commit, and --model 200000 that many random commands
// against the reference model; to repeat a failed run, pass its --seed.
import { randomInt } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { changedStages } from "./changed-stages.mjs";
import { CHECKS } from "./check.mjs";
import { endWithNpm } from "./end-with-npm.mjs";
import { EXAMPLE_PLATFORM } from "./example-platform/programs.mjs";
import { generate } from "./generate.mjs";
import { install } from "./install.mjs";
import { installBrowser, installPrograms } from "./install-from-debian.mjs";
import { readPlaywrightReport, readVitestReport } from "./read-reports.mjs";
import { CommandError, node } from "./run.mjs";
import { SAMPLE_EXTENSION } from "./sample-extension.mjs";
import { runStages } from "./stages.mjs";
import { print } from "./step.mjs";

const USAGE = `Usage: npm test -- [--changed | --unit | --e2e] [--shard 1/3]
       npm test -- --model 200000 [--seed SEED]
`;
/** The options that go with the one that chooses what to run. */
const FURTHER = { changed: [], unit: ["shard"], e2e: ["shard"], model: ["seed"], all: ["shard"] };

/** Reads the arguments of `npm test`. Exits with 1 if they are wrong. */
function readTestArguments(args) {
  const [flag, text] = [{ type: "boolean" }, { type: "string" }];
  const options = { changed: flag, unit: flag, e2e: flag, model: text, shard: text, seed: text };
  try {
    const { values } = parseArgs({ args, options });
    const kind = Object.keys(FURTHER).find((name) => name in values) ?? "all";
    const others = Object.keys(values).filter((name) => name !== kind);
    const { model = "1", seed = "1", shard = "1/1" } = values;
    const isReadable = /^\d+ \d+ [1-9]\d*\/[1-9]\d*$/.test(`${model} ${seed} ${shard}`);
    if (isReadable && others.every((name) => FURTHER[kind].includes(name)))
      return { kind, ...values };
    process.stderr.write(USAGE);
  } catch (error) {
    process.stderr.write(`${error.message}\n${USAGE}`);
  }
  process.exit(1);
}

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
endWithNpm();

// Folder for this run's reports and the e2e servers' data. The database's own account must be able to enter it.
const folder = mkdtempSync(join(tmpdir(), "latchkey-tests-"));
chmodSync(folder, 0o711);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const { kind, shard, model, seed = randomInt(1e9) } = readTestArguments(process.argv.slice(2));
const sharded = shard ? [`--shard=${shard}`] : [];

async function unitTests(files = [], env = {}) {
  const report = join(folder, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${report}`];
  const options = ["run", ...reporters, ...sharded, ...files];
  return counted("node_modules/vitest/vitest.mjs", options, report, readVitestReport, env);
}

async function endToEndTests() {
  const report = join(folder, "playwright.json");
  const options = ["test", "--reporter=list,json", ...sharded];
  const script = "node_modules/@playwright/test/cli.js";
  return counted(script, options, report, readPlaywrightReport, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    LATCHKEY_E2E_FOLDER: folder,
  });
}

/** Runs a test runner and reads its report. A failure without a failed test counts as one; the log above explains it. */
async function counted(script, options, report, read, env = {}) {
  const error = await node(script, options, env).then(
    () => undefined,
    (reason) => reason,
  );
  if (error && !(error instanceof CommandError && existsSync(report))) throw error;
  const result = read(JSON.parse(readFileSync(report, "utf8")));
  if (!error || result.failed > 0) return result;
  return { ...result, failed: 1, failures: [error.message] };
}

/** Prerequisites of everything else, so they do not count. */
async function prepare() {
  print(`Packages: ${await install(".", { development: true })}`);
  print(`Sample extension: ${await install(SAMPLE_EXTENSION)}`);
  print(`Example platform: ${await install(EXAMPLE_PLATFORM)}`);
  print(`Database client: ${await generate()}`);
}

const UNIT = [["Unit and integration tests", () => unitTests()]];
const MODEL_RUN = JSON.stringify({ commands: Number(model), seed: Number(seed) });
const MODEL = [["Model", () => unitTests(["test/model"], { LATCHKEY_MODEL_RUN: MODEL_RUN })]];
const END_TO_END = [
  ["Browser", async () => print(await installBrowser())],
  ["Programs", async () => print(await installPrograms())],
  ["Build", async () => print(await build())],
  ["End-to-end tests", () => endToEndTests()],
];
const STATIC = !shard || shard.startsWith("1/") ? CHECKS : [];

const stages = {
  changed: changedStages(unitTests),
  unit: UNIT,
  e2e: END_TO_END,
  model: MODEL,
  all: [...STATIC, ...UNIT, ...END_TO_END],
}[kind];

try {
  await prepare();
  await runStages(stages);
} catch (error) {
  process.stderr.write(`${error instanceof CommandError ? error.message : error.stack}\n`);
  print("\n0 passed, 1 failed");
  process.exitCode = 1;
}
