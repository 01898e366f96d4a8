import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The progress so far, kept in a file because every test file runs in its own worker. */
export type HuntState = {
  /** Mutants that a test noticed, with that test. */
  killed: Record<string, string>;
  /** For how many milliseconds of tests each mutant that tests reached was tried. */
  spent: Record<string, number>;
  /** Test files that ran to the end, with the mutants that their slower tests reached. */
  done: Record<string, string[]>;
  /** Tests that fail when run twice, or always: they prove nothing here. */
  unusable: string[];
};

/** Reads the saved progress; empty at first. */
export function readState(folder: string): HuntState {
  const file = join(folder, "state.json");
  if (!existsSync(file)) return { killed: {}, spent: {}, done: {}, unusable: [] };
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Saves the progress atomically. */
export function writeState(folder: string, state: HuntState): void {
  const file = join(folder, "state.json");
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 1));
  renameSync(`${file}.new`, file);
}

/** The mutants that no test can notice, for reasons given in `reasons.json`. */
export function explainedMutants(): ReadonlySet<string> {
  const file = new URL("./reasons.json", import.meta.url);
  const reasons: { mutants: string[] }[] = JSON.parse(readFileSync(file, "utf8"));
  return new Set(reasons.flatMap(({ mutants }) => mutants));
}
