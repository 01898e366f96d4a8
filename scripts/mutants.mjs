// npm run mutants [-- FOLDER ...]: removes one guard or condition at a time and runs the relevant tests. Exits with 1 if a
// removal goes unnoticed and scripts/mutants/reasons.json does not explain it. LATCHKEY_MUTANTS names a folder from
// which to continue an interrupted run.
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "./generate.mjs";
import { CommandError, node } from "./run.mjs";
import { say } from "./step.mjs";

const VITEST = "node_modules/vitest/vitest.mjs";
const CONFIG = "scripts/mutants/vitest.config.ts";
const REASONS = "scripts/mutants/reasons.json";

const folder = process.env.LATCHKEY_MUTANTS ?? mkdtempSync(join(tmpdir(), "latchkey-mutants-"));
const areas = process.argv.length > 2 ? process.argv.slice(2) : ["lib/"];

/** Runs the relevant tests. Mutated tests leave errors behind, so only the recorded state counts. */
async function hunt(speed) {
  const env = {
    LATCHKEY_MUTANTS: folder,
    LATCHKEY_MUTANTS_SPEED: speed,
    LATCHKEY_MUTANTS_AREAS: areas.join(","),
  };
  try {
    await node(VITEST, ["run", "--config", CONFIG, "--passWithNoTests"], env);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
}

const read = (name) => JSON.parse(readFileSync(name, "utf8"));

/** All mutants; each statement that no test sends counts as one. */
function allMutants({ guards, statements }, spent) {
  const conditions = Object.keys(spent);
  const unsent = statements
    .filter((place) => !conditions.some((id) => id.startsWith(`${place}: `)))
    .map((place) => `${place}: no test sends this statement`);
  return [...new Set([...guards, ...conditions, ...unsent])].sort();
}

const seconds = (milliseconds) =>
  milliseconds === undefined ? "unreached" : `${(milliseconds / 1_000).toFixed(1)} s of tests`;

function report() {
  const { killed, spent, unusable } = read(join(folder, "state.json"));
  const all = allMutants(read(join(folder, "guards.json")), spent);
  const survivors = all.filter((id) => !(id in killed));
  const reasons = read(REASONS).flatMap(({ mutants }) => mutants);
  const unexplained = survivors.filter((id) => !reasons.includes(id));
  const isInAreas = (id) => areas.some((area) => id.startsWith(area));
  const stale = reasons.filter((id) => isInAreas(id) && !survivors.includes(id));
  for (const name of unusable) say(`cannot run twice, so it proves nothing here: ${name}`);
  for (const id of unexplained) say(`survived ${seconds(spent[id])}: ${id}`);
  for (const id of stale) say(`this reason is out of date: ${id}`);
  say(
    `\n${all.length} mutants, ${all.length - survivors.length} killed, ${survivors.length - unexplained.length} survived with a reason, ${unexplained.length} without`,
  );
  return unexplained.length + stale.length === 0;
}

mkdirSync(folder, { recursive: true });
say(`Progress is saved in ${folder}`);
await generate();
await hunt("quick");
await hunt("slow");
process.exitCode = report() ? 0 : 1;
