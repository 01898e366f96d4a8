import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { askAgainKinds, decideAgainKind } from "./commands/flow";
import { countAll, follow, KINDS, summarize, type Tally } from "./run-model";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The parameters of `npm test -- --model`; null in a normal run, which is short and always the same.
     */
    longModelRun: { commands: number; seed: number } | null;
  }
}

const GROUPS_OF_A_RUN = 120;
/**
 * What such a run amounts to, including concurrent commands and the credentials tried at the end.
 */
const COMMANDS_OF_A_RUN = 150;
const SHORT_RUNS = 15;
const SHORT_RUN_MS = 10 * 60 * 1000;
const LONG_RUN_MS = 3 * 60 * 60 * 1000;
const FIXED_SEED = 63;
const PROGRESS_EVERY = 5_000;

/** What a run must reach to mean something, and how often at least. */
const REACHED_RESULTS = [
  ...askAgainKinds.map(({ name }) => [`${name}: consent page`, 1] as const),
  [`${decideAgainKind.name}: ok`, 3],
  [`${decideAgainKind.name}: rejected`, 2],
] as const;

const long = inject("longModelRun");

let reported = 0;

function tellProgress(tally: Tally): void {
  const done = countAll(tally);
  if (done - reported < PROGRESS_EVERY) return;
  reported = done;
  process.stdout.write(`${done} commands so far\n`);
}

it(
  "security 63: the model predicts every response, whatever people and clients do in any order",
  async () => {
    const tally: Tally = new Map();
    try {
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (generate) => {
          await follow(generate, GROUPS_OF_A_RUN, tally);
          if (long) tellProgress(tally);
        }),
        {
          seed: long?.seed ?? FIXED_SEED,
          numRuns: long ? Math.ceil(long.commands / COMMANDS_OF_A_RUN) : SHORT_RUNS,
          ...(long && { interruptAfterTimeLimit: LONG_RUN_MS }),
          // Shrinking would take longer than the run.
          endOnFailure: true,
        },
      );
    } finally {
      if (long) process.stdout.write(`seed ${long.seed}\n${summarize(tally)}\n`);
    }
    const kinds = new Set([...tally.keys()].map((result) => result.split(": ")[0]));
    expect([...kinds].toSorted()).toEqual(KINDS.map(({ name }) => name).toSorted());
    for (const [result, least] of REACHED_RESULTS) {
      expect(tally.get(result) ?? 0, result).toBeGreaterThanOrEqual(least);
    }
  },
  long ? 2 * LONG_RUN_MS : SHORT_RUN_MS,
);
