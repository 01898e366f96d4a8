// Measures the cost of a request, side by side with other servers. Run by npm run bench, which prepares everything.
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { print } from "../scripts/step.mjs";
import { checkErrors } from "./check-errors.mjs";
import { measure } from "./measure.mjs";
import { renderReport } from "./render-report.mjs";
import { stopOnce } from "./stop-once.mjs";
import { summarize } from "./summarize.mjs";
import { openBetterAuth } from "./targets/better-auth.mjs";
import { openFloor } from "./targets/floor.mjs";
import { openLatchkey } from "./targets/latchkey.mjs";
import { openOidcProvider } from "./targets/oidc-provider.mjs";
import { writeResults } from "./write-results.mjs";

/**
 * A server under load.
 * @typedef {{name: string, share: number, operations: readonly string[], databaseUrl: string,
 *   origin: string, pid: number, mayFailAll?: boolean,
 *   seed: (operation: string, count: number) => Promise<readonly object[]>,
 *   request: (operation: string, credential: object, state: string) => object,
 *   stop: () => Promise<void>}} Target `share`: of the requests it is sent, fewer for slower ones;
 *   `seed` stores what requests present, `request` makes one of them; `mayFailAll`: whether a known
 *   fault may make all concurrent redemptions of a code fail.
 */

const CONNECTIONS = 16;
/** Before the first measurement of an operation, so that code is compiled and pools are full. */
const FIRST_WARM_UP = 2000;
const WARM_UP = 500;
/** On a busy machine rounds are skipped, except the first of an operation. */
const MEASURING_MS = 900_000;
const PROFILES = "dist/bench/profiles";
const OPERATIONS = "exchange,refresh,rotate,introspect,gate,authorize,list-clients,create-client";
const TARGETS = "latchkey,oidc-provider,better-auth,floor";
const SERVERS = {
  latchkey: openLatchkey,
  "oidc-provider": openOidcProvider,
  "better-auth": openBetterAuth,
  floor: openFloor,
};

const { values: options } = parseArgs({
  options: {
    requests: { type: "string", default: "5000" },
    rounds: { type: "string", default: "3" },
    operations: {
      type: "string",
      default: OPERATIONS,
    },
    targets: { type: "string", default: TARGETS },
    profile: { type: "boolean", default: false },
  },
});
const rounds = Number(options.rounds);
const operations = options.operations.split(",");
const only = options.targets.split(",");
const { startBenchDatabase, analyze } = await import(
  pathToFileURL(resolve("dist/bench/database.mjs")).href
);

const database = await startBenchDatabase();
const targets = [];
const { stop, isStopping } = stopOnce(async () => {
  for (const target of targets) await target.stop();
  await database.stop();
});
try {
  await openTargets();
  const runs = await measureAll();
  const text = renderReport(summarize(runs));
  print(`\n${text}\n`);
  // Results of a part would replace those of a whole run.
  if (options.operations === OPERATIONS && options.targets === TARGETS) {
    writeResults("requests", text);
  }
  for (const target of targets) await report(target);
} catch (error) {
  if (!isStopping()) throw error;
} finally {
  await stop();
}

async function openTargets() {
  if (options.profile) mkdirSync(PROFILES, { recursive: true });
  const profileFolder = options.profile ? resolve(PROFILES) : undefined;
  for (const [name, open] of Object.entries(SERVERS)) {
    if (only.includes(name)) targets.push(await open(database, profileFolder));
  }
}

/** Targets take turns, and each round starts with a different one, so that slow spells affect all equally. */
async function measureAll() {
  const runs = [];
  const begin = performance.now();
  for (const [index, operation] of operations.entries()) {
    const able = targets.filter((target) => target.operations.includes(operation));
    const end = begin + (MEASURING_MS * (index + 1)) / operations.length;
    for (let round = 0; round < rounds && (round === 0 || performance.now() < end); round += 1) {
      for (let turn = 0; turn < able.length; turn += 1) {
        const target = able[(turn + round) % able.length];
        const sample = await measure(target, operation, {
          requests: Number(options.requests),
          warmUp: round === 0 ? FIRST_WARM_UP : WARM_UP,
          connections: CONNECTIONS,
          postmasterPid: database.postmasterPid,
          analyze,
        });
        runs.push({ target: target.name, operation, round, sample });
        print(`${operation}, round ${round + 1}, ${target.name}: ${Math.round(sample.rate)}/s`);
      }
    }
  }
  return inOrderOfTargets(runs);
}

function inOrderOfTargets(runs) {
  const place = ({ target }) => targets.findIndex(({ name }) => name === target);
  return runs.toSorted(
    (left, right) =>
      operations.indexOf(left.operation) - operations.indexOf(right.operation) ||
      place(left) - place(right),
  );
}

async function report(target) {
  const wrong = await checkErrors(target);
  print(`${target.name} rejects what it must: ${wrong.length === 0 ? "yes" : wrong.join("; ")}`);
  if (wrong.length > 0) process.exitCode = 1;
}
