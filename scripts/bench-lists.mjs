// npm run bench:lists [-- count] [--folder path]: times each list with 1,000 rows and with count. docs/benchmarks.md
// explains.
import { runSizesBench } from "./run-sizes-bench.mjs";

await runSizesBench({
  entry: "bench/lists/grow-lists.ts",
  run: "benchLists",
  count: 100_000,
  fewest: 2_000,
  usage: "npm run bench:lists -- [number of rows] [--folder path]",
});
