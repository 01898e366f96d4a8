// Sends mixed requests for a long time and watches the server's memory and descriptors. Run by npm run bench -- soak,
// which prepares everything.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { say } from "../../scripts/step.mjs";
import { checkAnswer } from "../check-answer.mjs";
import { load } from "../load.mjs";
import { machineFacts } from "../machine-facts.mjs";
import { stopOnce } from "../stop-once.mjs";
import { median } from "../summarize.mjs";
import { openLatchkey } from "../targets/latchkey.mjs";
import { writeResults } from "../write-results.mjs";
import { readHeld } from "./watch-process.mjs";

const DEFAULT_COUNT = 2_000_000;
const FEWEST = 100_000;
const STEP = 100_000;
/** A short run needs enough steps to compare, too. */
const FEWEST_STEPS = 10;
const CONNECTIONS = 16;
/** Requests of each operation in a block. */
const BLOCK = 250;
const OPERATIONS = ["exchange", "refresh", "rotate", "introspect", "authorize", "gate", "products"];
/** How much more the last third may hold than the second: memory as a factor, descriptors as a number. */
const MEMORY_BOUND = 1.2;
const DESCRIPTOR_BOUND = 8;

const count = Number(process.argv[2] ?? DEFAULT_COUNT);
if (!Number.isInteger(count) || count < FEWEST) {
  process.stderr.write("Usage: npm run bench -- soak [number of requests]\n");
  process.exit(1);
}
const { startBenchDatabase } = await import(pathToFileURL(resolve("dist/bench/database.mjs")).href);

const database = await startBenchDatabase();
let target;
const { stop, isStopping } = stopOnce(async () => {
  await target?.stop();
  await database.stop();
});
try {
  [target] = await openLatchkey(database, { only: ["latchkey"] });
  const steps = await soak();
  report(steps);
} catch (error) {
  if (!isStopping()) throw error;
} finally {
  await stop();
}

async function soak() {
  const step = Math.min(STEP, count / FEWEST_STEPS);
  const steps = [];
  let done = 0;
  let begin = { at: performance.now(), done };
  say("| requests | memory MB | descriptors | requests/s |");
  say("| ---: | ---: | ---: | ---: |");
  while (done < count) {
    done += await sendBlock();
    if (done < (steps.length + 1) * step) continue;
    const rate = ((done - begin.done) / (performance.now() - begin.at)) * 1000;
    steps.push({ done, rate, ...readHeld(target.pid) });
    say(row(steps.at(-1)));
    begin = { at: performance.now(), done };
  }
  return steps;
}

/** Sends requests of all operations in turns and checks every response. */
async function sendBlock() {
  const byOperation = [];
  for (const operation of OPERATIONS) {
    const credentials = await target.seed(operation, BLOCK);
    byOperation.push(
      credentials.map((one, index) => ({
        operation,
        state: `s${index}`,
        request: target.request(operation, one, `s${index}`),
      })),
    );
  }
  const all = byOperation[0].flatMap((_, index) => byOperation.map((some) => some[index]));
  const requests = all.map(({ request }) => request);
  const { answers } = await load(target.origin, requests, CONNECTIONS);
  for (const [index, { operation, state }] of all.entries()) {
    checkAnswer(operation, answers[index], state);
  }
  return all.length;
}

function report(steps) {
  const third = Math.floor(steps.length / 3);
  // The first third fills caches and the heap.
  const [early, late] = [steps.slice(third, 2 * third), steps.slice(-third)];
  const of = (some, what) => median(some.map((each) => each[what]));
  const memory = of(late, "megabytes") / of(early, "megabytes");
  const descriptors = of(late, "descriptors") - of(early, "descriptors");
  const grows = memory > MEMORY_BOUND || descriptors > DESCRIPTOR_BOUND;
  const verdict = [
    `The last third of the run held ${memory.toFixed(2)} times the memory of the second third and`,
    `${descriptors} more descriptors: it ${grows ? "grows" : "does not grow"}.`,
  ].join(" ");
  say(`\n${verdict}`);
  if (grows) process.exitCode = 1;
  if (count < DEFAULT_COUNT) return;
  const head = [
    "| requests | memory MB | descriptors | requests/s |",
    "| ---: | ---: | ---: | ---: |",
  ];
  writeResults(
    "soak",
    [machineFacts(), [...head, ...steps.map(row)].join("\n"), verdict].join("\n\n"),
  );
}

function row({ done, megabytes, descriptors, rate }) {
  const cells = [done.toLocaleString("en"), megabytes.toFixed(0), descriptors, rate.toFixed(0)];
  return `| ${cells.join(" | ")} |`;
}
