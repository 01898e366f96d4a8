import { callOperations } from "@/bench/calls/operations";
import { callPages } from "@/bench/calls/pages";
import { seedCalls } from "@/bench/calls/seed-calls";
import { type CallReaders, seedOwners, signInReaders } from "@/bench/calls/seed-owners";
import { compareSizes, type Subject } from "@/bench/sizes/compare-sizes";
import { pageMeasure } from "@/bench/sizes/page";
import { isBounded, sizesTable } from "@/bench/sizes/report-sizes";
import { writeResults } from "@/bench/write-results.mjs";
import { say } from "@/scripts/step.mjs";

/** The number of calls for comparison. */
const FEW = 50_000;
/** Results with this many calls are written to bench/README.md. */
const DOCUMENTED = 50_000_000;

/**
 * Fills the API log of one database with 50,000 calls and that of another with `count`, and prints how long each page
 * of both takes to open.
 * @param folder where the databases stay for the next run; by default, they are removed
 * @returns whether nothing took more than three times as long with `count`
 */
export async function benchCallGrowth(count: number, folder?: string): Promise<boolean> {
  const calls: Subject<CallReaders> = {
    name: "calls",
    few: FEW,
    many: count,
    fill: async (url, stored) => seedCalls(url, stored, await seedOwners()),
    signIn: signInReaders,
    measures: async (readers, origin) => [
      ...callOperations(readers),
      ...callPages(readers).map((page) => pageMeasure(origin, page)),
    ],
  };
  const timings = await compareSizes(calls, folder);
  const text = sizesTable(calls.name, [FEW, count], timings);
  say(text);
  if (count >= DOCUMENTED) writeResults("calls", text);
  return isBounded(timings);
}
