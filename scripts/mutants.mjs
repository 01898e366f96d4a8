// npm run mutants [-- [--near] [--all] FOLDER ...]: removes one guard or condition at a time and runs the relevant tests;
// --near only those in its folders. Files of which scripts/mutants/verdicts.json says that nothing was left open, and
// which did not change since, are left out without --all. Exits with 1 if a removal goes unnoticed and
// scripts/mutants/reasons.json does not explain it. LATCHKEY_MUTANTS names a folder from which to continue a run.
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "./generate.mjs";
import { explainedMutants, fileOf, openMutants, readHunt } from "./mutants/hunt-state.mjs";
import { recordVerdicts } from "./mutants/verdicts.mjs";
import { CommandError, node } from "./run.mjs";
import { say } from "./step.mjs";

const VITEST = "node_modules/vitest/vitest.mjs";
const CONFIG = "scripts/mutants/vitest.config.ts";

/** The nearest tests try to notice all mutants, together and then by themselves, before others do. */
const PASSES = ["near grouped", "near single", "all grouped", "all single", "all slow"];

const folder = process.env.LATCHKEY_MUTANTS ?? mkdtempSync(join(tmpdir(), "latchkey-mutants-"));
const isNear = process.argv.includes("--near");
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const areas = named.length > 0 ? named : ["lib/"];

/** Runs the relevant tests. Mutated tests leave errors behind, so only the recorded state counts. */
async function hunt(pass) {
  const env = {
    LATCHKEY_MUTANTS: folder,
    LATCHKEY_MUTANTS_PASS: pass,
    LATCHKEY_MUTANTS_AREAS: areas.join(","),
    LATCHKEY_MUTANTS_ALL: process.argv.includes("--all") ? "1" : "0",
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
  const { state, files, leftOut, mutants, survivors } = readHunt(folder);
  const reasons = explainedMutants();
  const unexplained = survivors.filter((id) => !reasons.includes(id));
  const isStale = (id) => files.includes(fileOf(id)) && !survivors.includes(id);
  const stale = reasons.filter((id) => isStale(id) || !existsSync(fileOf(id)));
  for (const name of state.unusable) say(`cannot run twice, so it proves nothing here: ${name}`);
  for (const id of unexplained) say(`survived ${seconds(state.spent[id])}: ${id}`);
  for (const id of stale) say(`this reason is out of date: ${id}`);
  if (leftOut > 0) say(`${leftOut} files are proven and unchanged; --all tries them again`);
  say(
    `\n${mutants.length} mutants, ${mutants.length - survivors.length} killed, ${survivors.length - unexplained.length} survived with a reason, ${unexplained.length} without`,
  );
  recordVerdicts(files, [...unexplained, ...stale], state.killed);
  return unexplained.length + stale.length === 0;
}

mkdirSync(folder, { recursive: true });
say(`Progress is saved in ${folder}`);
await generate();
for (const pass of PASSES) {
  if (pass.startsWith("near") || (!isNear && openMutants(folder).length > 0)) await hunt(pass);
}
process.exitCode = report() ? 0 : 1;
