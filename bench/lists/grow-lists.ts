import { clientSearches, consolePages, listPages } from "@/bench/lists/lists";
import { type ListReaders, seedLists, signInListReaders } from "@/bench/lists/seed-lists";
import { compareSizes, type Subject } from "@/bench/sizes/compare-sizes";
import { pageMeasure } from "@/bench/sizes/page";
import { isBounded, sizesTable } from "@/bench/sizes/report-sizes";
import { writeResults } from "@/bench/write-results.mjs";
import { say } from "@/scripts/step.mjs";

/** The number of rows for comparison. */
const FEW = 1_000;
/** Results with this many rows are written to bench/README.md. */
const DOCUMENTED = 100_000;

/**
 * Fills each list of one installation with 1,000 rows and of another with `count`, and prints how long their pages take.
 * @param folder where the databases stay for the next run; by default, they are removed
 * @returns whether nothing took more than three times as long with `count`, except the last page by number
 */
export async function benchLists(count: number, folder?: string): Promise<boolean> {
  const rows: Subject<ListReaders> = {
    name: "rows",
    few: FEW,
    many: count,
    fill: seedLists,
    signIn: signInListReaders,
    measures: async (readers, origin) => {
      const lists = await listPages(origin, readers);
      const pages = [...lists, ...clientSearches(readers), ...consolePages(readers)];
      return pages.map((page) => pageMeasure(origin, page));
    },
  };
  const timings = await compareSizes(rows, folder);
  const text = sizesTable(rows.name, [FEW, count], timings);
  say(text);
  if (count >= DOCUMENTED) writeResults("lists", text);
  return isBounded(timings);
}
