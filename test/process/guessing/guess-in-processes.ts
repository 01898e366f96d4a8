import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { GuessJob, GuessMessage, GuessOutcome } from "@/test/process/guessing/guess-instance";
import { startInstances } from "@/test/process/start-instances";

/** Two processes of the service on one database. */
export type GuessingProcesses = {
  /**
   * Gives them guesses, half to each, which both send at the same time, many at once.
   * @returns how many had each outcome
   */
  guess(job: GuessJob): Promise<Partial<Record<GuessOutcome, number>>>;
  end(): void;
};

/** Starts two processes with this environment. */
export async function startGuessingProcesses(
  env: Record<string, string>,
): Promise<GuessingProcesses> {
  const instances = await startInstances(
    "test/process/guessing/guess-instance.ts",
    "guess-instance",
    env,
  );
  return {
    guess: (job) => guessIn(instances, job),
    end: () => {
      for (const instance of instances) instance.disconnect();
    },
  };
}

async function guessIn(instances: readonly ChildProcess[], job: GuessJob) {
  const half = Math.ceil(job.guesses.length / 2);
  const shares = [job.guesses.slice(0, half), job.guesses.slice(half)];
  const outcomes = await Promise.all(
    instances.map((instance, index) => {
      instance.send({ ...job, guesses: shares[index] });
      return nextMessage(instance);
    }),
  );
  const counts: Partial<Record<GuessOutcome, number>> = {};
  for (const outcome of outcomes.flat()) {
    if (outcome !== "ready") counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

async function nextMessage(instance: ChildProcess): Promise<GuessMessage> {
  const [message] = await once(instance, "message");
  return message;
}
