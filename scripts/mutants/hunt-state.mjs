import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const REASONS = new URL("reasons.json", import.meta.url);

const newState = () => ({
  killed: {},
  spent: {},
  spentElsewhere: {},
  done: {},
  sent: [],
  unusable: [],
});

const read = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * The state of a run that saves its progress in a folder, the files that it mutates, how many it leaves out because they
 * are proven, and the mutants; each statement that no test sends counts as one.
 *
 * @param {string} folder
 */
export function readHunt(folder) {
  const file = join(folder, "state.json");
  const state = { ...newState(), ...(existsSync(file) ? read(file) : {}) };
  const { files, leftOut, guards, statements } = read(join(folder, "guards.json"));
  const conditions = Object.keys(state.spent);
  const unsent = statements
    .filter((place) => !state.sent.includes(place))
    .map((place) => `${place}: no test sends this statement`);
  const mutants = [...new Set([...guards, ...conditions, ...unsent])].sort();
  return {
    state,
    files,
    leftOut,
    mutants,
    survivors: mutants.filter((id) => !(id in state.killed)),
  };
}

/** @param {string} id @returns {string} The file of a mutant, by its path from the root. */
export const fileOf = (id) => id.split(/[ :]/, 1)[0] ?? "";

/** Saves the progress atomically. */
export function writeState(folder, state) {
  const file = join(folder, "state.json");
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 1));
  renameSync(`${file}.new`, file);
}

/** @returns {string[]} The mutants that no test can notice, for the reasons in `reasons.json`. */
export function explainedMutants() {
  return read(REASONS).flatMap(({ mutants }) => mutants);
}

/** @returns {string[]} The mutants that no test has noticed yet, although one should. */
export function openMutants(folder) {
  const explained = new Set(explainedMutants());
  return readHunt(folder).survivors.filter((id) => !explained.has(id));
}
