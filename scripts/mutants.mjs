// npm run mutants [-- FOLDER]: takes away one guard or condition at a time and runs the tests concerned. Ends with 1
// when one can go without a test noticing and scripts/mutants/reasons.json does not say why.
// LATCHKEY_MUTANTS names a folder in which a hunt that was ended goes on.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "./generate.mjs";
import { CommandError, node } from "./run.mjs";
import { say } from "./step.mjs";

const VITEST = "node_modules/vitest/vitest.mjs";
const CONFIG = "scripts/mutants/vitest.config.ts";
const REASONS = "scripts/mutants/reasons.json";

const folder = process.env.LATCHKEY_MUTANTS ?? mkdtempSync(join(tmpdir(), "latchkey-mutants-"));
const area = process.argv[2] ?? "lib/";

/** Runs the tests concerned; mutated ones leave errors of their own behind, so that only the state counts. */
async function hunt(speed) {
  const env = {
    LATCHKEY_MUTANTS: folder,
    LATCHKEY_MUTANTS_SPEED: speed,
    LATCHKEY_MUTANTS_AREA: area,
  };
  try {
    await node(VITEST, ["run", "--config", CONFIG, "--passWithNoTests"], env);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
}

const read = (name) => JSON.parse(readFileSync(name, "utf8"));

/** All mutants; statements that no test sends count as one each. */
function allMutants({ guards, statements }, tried) {
  const conditions = Object.keys(tried);
  const unsent = statements
    .filter((place) => !conditions.some((id) => id.startsWith(`${place}: `)))
    .map((place) => `${place}: is never sent`);
  return [...new Set([...guards, ...conditions, ...unsent])].sort();
}

function report() {
  const { killed, tried, unusable } = read(join(folder, "state.json"));
  const all = allMutants(read(join(folder, "guards.json")), tried);
  const survivors = all.filter((id) => !(id in killed));
  const reasons = read(REASONS).flatMap(({ mutants }) => mutants);
  const unexplained = survivors.filter((id) => !reasons.includes(id));
  const stale = reasons.filter((id) => id.startsWith(area) && !survivors.includes(id));
  for (const name of unusable) say(`cannot run twice, and so proves nothing here: ${name}`);
  for (const id of unexplained) say(`survived (${tried[id] ?? 0} tries): ${id}`);
  for (const id of stale) say(`the reason is out of date: ${id}`);
  say(
    `\n${all.length} mutants, ${all.length - survivors.length} killed, ${survivors.length - unexplained.length} survived with a reason, ${unexplained.length} without`,
  );
  return unexplained.length + stale.length === 0;
}

say(`The hunt is kept in ${folder}`);
await generate();
await hunt("quick");
await hunt("slow");
process.exitCode = report() ? 0 : 1;
