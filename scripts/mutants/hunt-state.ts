import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What is known so far, kept in a file because every test file runs in a worker of its own. */
export type HuntState = {
  /** Mutants that a test noticed, with that test. */
  killed: Record<string, string>;
  /** How often each mutant that some test came by was tried. */
  tried: Record<string, number>;
  /** Test files that were run to the end, with the mutants that their slower tests came by. */
  done: Record<string, string[]>;
  /** Tests that fail when they are run twice, or at all: they prove nothing here. */
  unusable: string[];
};

/** Reads the state of a hunt; an empty one where nothing was done. */
export function readState(folder: string): HuntState {
  const file = join(folder, "state.json");
  if (!existsSync(file)) return { killed: {}, tried: {}, done: {}, unusable: [] };
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Keeps the state; a hunt that is ended meanwhile finds the old one or the new one. */
export function writeState(folder: string, state: HuntState): void {
  const file = join(folder, "state.json");
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 1));
  renameSync(`${file}.new`, file);
}
