// Measures requests as tokens accumulate. Run by npm run bench -- growth, which prepares everything.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { print } from "../../scripts/step.mjs";
import { machineFacts } from "../machine-facts.mjs";
import { measure } from "../measure.mjs";
import { stopOnce } from "../stop-once.mjs";
import { median } from "../summarize.mjs";
import { openLatchkey } from "../targets/latchkey.mjs";
import { writeResults } from "../write-results.mjs";
import { seedDeadTokens, seedLiveTokens, sizeOnDisk } from "./seed-tokens.mjs";
import { timeCleanUp } from "./time-clean-up.mjs";

const SIZES = [10_000, 1_000_000, 10_000_000];
const DEAD = 1_000_000;
const OPERATIONS = ["exchange", "refresh", "introspect"];
const TABLES = ["access_tokens", "refresh_tokens"];
const REQUESTS = 4000;
const WARM_UP = 1000;
const ROUNDS = 3;
const CONNECTIONS = 16;
/** The maximum acceptable slowdown. */
const BOUND = 1.5;

const sizes = process.argv[2]?.split(",").map(Number) ?? SIZES;
if (sizes.some((size) => !Number.isInteger(size) || size < 1)) {
  process.stderr.write("Usage: npm run bench -- growth [10000,1000000]\n");
  process.exit(1);
}
const load = (name) => import(pathToFileURL(resolve(`dist/bench/${name}.mjs`)).href);
const { startBenchDatabase, analyze } = await load("database");
const { cleanUpTokens } = await load("clean-up");

const database = await startBenchDatabase();
let target;
const { stop, isStopping } = stopOnce(async () => {
  await target?.stop();
  await database.stop();
});
try {
  target = await openLatchkey(database);
  const rows = await measureSizes();
  const text = [machineFacts(), table(rows), await measureCleanUp()].join("\n\n");
  print(`\n${text}\n`);
  if (process.argv[2] === undefined) writeResults("growth", text);
} catch (error) {
  if (!isStopping()) throw error;
} finally {
  await stop();
}

async function measureSizes() {
  const rows = [];
  let stored = 0;
  for (const size of sizes) {
    const begin = performance.now();
    await seedLiveTokens(target.databaseUrl, stored, size);
    await analyze(target.databaseUrl);
    stored = size;
    print(`${size} tokens of each kind after ${Math.round((performance.now() - begin) / 1000)} s`);
    const bytes = await sizeOnDisk(target.databaseUrl, TABLES);
    for (const operation of OPERATIONS) {
      rows.push({ size, operation, bytes, ...(await measureRounds(operation)) });
    }
  }
  return rows;
}

async function measureRounds(operation) {
  const samples = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const options = { requests: REQUESTS, warmUp: WARM_UP, connections: CONNECTIONS };
    const { postmasterPid } = database;
    samples.push(await measure(target, operation, { ...options, postmasterPid, analyze }));
  }
  return {
    p50: median(samples.map(({ p50 }) => p50)),
    p99: median(samples.map(({ p99 }) => p99)),
  };
}

function table(rows) {
  const lines = rows.map(({ size, operation, bytes, p50, p99 }) => {
    const first = rows.find((row) => row.operation === operation);
    const ratios = [p50 / first.p50, p99 / first.p99];
    if (ratios.some((ratio) => ratio > BOUND)) process.exitCode = 1;
    const cells = [p50.toFixed(1), p99.toFixed(1), ...ratios.map((ratio) => ratio.toFixed(2))];
    const megabytes = Math.round(bytes / 1e6).toLocaleString("en");
    return `| ${size.toLocaleString("en")} | ${operation} | ${cells.join(" | ")} | ${megabytes} |`;
  });
  return [
    "| tokens of each kind | operation | p50 ms | p99 ms | p50 ÷ first | p99 ÷ first | MB on disk |",
    "| ---: | --- | ---: | ---: | ---: | ---: | ---: |",
    ...lines,
  ].join("\n");
}

async function measureCleanUp() {
  await seedDeadTokens(target.databaseUrl, DEAD);
  await analyze(target.databaseUrl);
  const { before, during, deleted, seconds } = await timeCleanUp(
    target,
    CONNECTIONS,
    cleanUpTokens,
  );
  const ratio = during / before;
  if (ratio > BOUND || deleted < DEAD) process.exitCode = 1;
  return [
    `Cleaning up ${deleted.toLocaleString("en")} dead tokens took ${seconds.toFixed(0)} s. Meanwhile, the p99 of`,
    `refreshing was ${during.toFixed(1)} ms, ${ratio.toFixed(2)} times the ${before.toFixed(1)} ms of before.`,
  ].join(" ");
}
