/** The mutants that a test file reached and did not notice, by the speed of its tests. */
export type ReachedMutants = { quick: string[]; slow: string[] };

/** The progress of a run, kept in a file because every test file runs in its own worker. */
export type HuntState = {
  /** Mutants that a test noticed, with that test. */
  killed: Record<string, string>;
  /** For how many milliseconds of tests each mutant that tests reached was tried by itself. */
  spent: Record<string, number>;
  /** The part of that by tests that are not near the mutant. */
  spentElsewhere: Record<string, number>;
  /** Test files that ran to the end. */
  done: Record<string, ReachedMutants>;
  /** The places of all statements that tests sent. */
  sent: string[];
  /** Tests that fail when run twice, or always: they prove nothing here. */
  unusable: string[];
};

export function readHunt(folder: string): {
  state: HuntState;
  files: string[];
  leftOut: number;
  mutants: string[];
  survivors: string[];
};
export function fileOf(id: string): string;
export function writeState(folder: string, state: HuntState): void;
export function explainedMutants(): string[];
export function openMutants(folder: string): string[];
