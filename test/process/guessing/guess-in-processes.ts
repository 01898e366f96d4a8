import type { GuessJob, GuessOutcome } from "@/test/process/guessing/guess-instance";
import { startInstances } from "@/test/process/start-instances";

/** Two processes of the service on one database. */
export type GuessingProcesses = Awaited<ReturnType<typeof startGuessingProcesses>>;

/** Starts two processes with this environment. */
export async function startGuessingProcesses(env: Record<string, string>) {
  const { asks, end } = await startInstances<GuessJob, GuessOutcome[]>(
    "test/process/guessing/guess-instance.ts",
    env,
  );
  return {
    /**
     * Gives them guesses, half to each, which both send at the same time, many at once.
     * @returns how many had each outcome
     */
    async guess(job: GuessJob): Promise<Partial<Record<GuessOutcome, number>>> {
      const half = Math.ceil(job.guesses.length / 2);
      const shares = [job.guesses.slice(0, half), job.guesses.slice(half)];
      const outcomes = await Promise.all(
        asks.map((ask, index) => ask({ ...job, guesses: shares[index] ?? [] })),
      );
      const counts: Partial<Record<GuessOutcome, number>> = {};
      for (const outcome of outcomes.flat()) counts[outcome] = (counts[outcome] ?? 0) + 1;
      return counts;
    },
    end,
  };
}
