// npm run mutants [-- [--near] FOLDER ...]: removes one guard or condition at a time and runs the relevant tests; --near
// only those in its folders. Exits with 1 if a removal goes unnoticed and scripts/mutants/reasons.json does not explain
// it. LATCHKEY_MUTANTS names a folder from which to continue an interrupted run.
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "./generate.mjs";
import { explainedMutants, openMutants, readHunt } from "./mutants/hunt-state.mjs";
import { CommandError, node } from "./run.mjs";
import { say } from "./step.mjs";

const VITEST = "node_modules/vitest/vitest.mjs";
const CONFIG = "scripts/mutants/vitest.config.ts";

/** The nearest tests try to notice all mutants, together and then by themselves, before others do. */
const PASSES = ["near grouped", "near single", "all grouped", "all single", "all slow"];

const folder = process.env.LATCHKEY_MUTANTS ?? mkdtempSync(join(tmpdir(), "latchkey-mutants-"));
const isNear = process.argv.includes("--near");
const named = process.argv.slice(2).filter((argument) => argument !== "--near");
const areas = named.length > 0 ? named : ["lib/"];

/** Runs the relevant tests. Mutated tests leave errors behind, so only the recorded state counts. */
async function hunt(pass) {
  const env = {
    LATCHKEY_MUTANTS: folder,
    LATCHKEY_MUTANTS_PASS: pass,
    LATCHKEY_MUTANTS_AREAS: areas.join(","),
  };
  try {
    await node(VITEST, ["run", "--config", CONFIG, "--passWithNoTests"], env);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
}

const seconds = (milliseconds) =>
  milliseconds === undefined ? "unreached" : `${(milliseconds / 1_000).toFixed(1)} s of tests`;

function report() {
  const { state, mutants, survivors } = readHunt(folder);
  const reasons = explainedMutants();
  const unexplained = survivors.filter((id) => !reasons.includes(id));
  const isInAreas = (id) => areas.some((area) => id.startsWith(area));
  const stale = reasons.filter((id) => isInAreas(id) && !survivors.includes(id));
  for (const name of state.unusable) say(`cannot run twice, so it proves nothing here: ${name}`);
  for (const id of unexplained) say(`survived ${seconds(state.spent[id])}: ${id}`);
  for (const id of stale) say(`this reason is out of date: ${id}`);
  say(
    `\n${mutants.length} mutants, ${mutants.length - survivors.length} killed, ${survivors.length - unexplained.length} survived with a reason, ${unexplained.length} without`,
  );
  return unexplained.length + stale.length === 0;
}

mkdirSync(folder, { recursive: true });
say(`Progress is saved in ${folder}`);
await generate();
for (const pass of PASSES) {
  if (pass.startsWith("near") || (!isNear && openMutants(folder).length > 0)) await hunt(pass);
}
process.exitCode = report() ? 0 : 1;
