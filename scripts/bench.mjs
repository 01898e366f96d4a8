// npm run bench [-- NAME]: measures the cost of a request, side by side with other servers, or what NAME measures.
// bench/README.md explains.
import { runBench } from "./run-bench.mjs";
import { runSizesBench } from "./run-sizes-bench.mjs";

/** @type {Record<string, (args: string[]) => Promise<void>>} */
const benches = {
  // Requests as tokens accumulate, and while dead ones are cleaned up.
  growth: (args) => runBench("bench/growth/grow-tokens.mjs", args),
  // Mixed requests; fails if memory or descriptors grow.
  soak: (args) => runBench("bench/soak/soak.mjs", args),
  // Each page of the API log with 50,000 calls and with a count.
  calls: (args) =>
    runSizesBench(args, {
      entry: "bench/calls/grow-calls.ts",
      run: "benchCallGrowth",
      count: 10_000_000,
      fewest: 100_000,
      usage: "calls [number of calls] [--folder path]",
    }),
  // Each list with 1,000 rows and with a count.
  lists: (args) =>
    runSizesBench(args, {
      entry: "bench/lists/grow-lists.ts",
      run: "benchLists",
      count: 100_000,
      fewest: 2_000,
      usage: "lists [number of rows] [--folder path]",
    }),
  // An import of a made-up platform: records per second and memory.
  import: (args) =>
    runSizesBench(args, {
      entry: "bench/import.ts",
      run: "benchImport",
      count: 100_000,
      fewest: 1,
      usage: "import [number of companies]",
    }),
};

const args = process.argv.slice(2);
const bench = benches[args[0]];
if (bench) await bench(args.slice(1));
else await runBench("bench/run.mjs", args);
