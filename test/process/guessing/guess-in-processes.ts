import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { GuessJob, GuessMessage, GuessOutcome } from "@/test/process/guessing/guess-worker";
import { startWorkers } from "@/test/process/start-workers";

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
  const workers = await startWorkers("test/process/guessing/guess-worker.ts", "guess-worker", env);
  return {
    guess: (job) => guessIn(workers, job),
    end: () => {
      for (const worker of workers) worker.disconnect();
    },
  };
}

async function guessIn(workers: readonly ChildProcess[], job: GuessJob) {
  const half = Math.ceil(job.guesses.length / 2);
  const shares = [job.guesses.slice(0, half), job.guesses.slice(half)];
  const outcomes = await Promise.all(
    workers.map((worker, index) => {
      worker.send({ ...job, guesses: shares[index] });
      return nextMessage(worker);
    }),
  );
  const counts: Partial<Record<GuessOutcome, number>> = {};
  for (const outcome of outcomes.flat()) {
    if (outcome !== "ready") counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

async function nextMessage(worker: ChildProcess): Promise<GuessMessage> {
  const [message] = await once(worker, "message");
  return message;
}
