// npm run bench:calls [-- count] [--folder path]: times each page of the API log with 50,000 calls and with count.
// docs/benchmarks.md explains.
import { runSizesBench } from "./run-sizes-bench.mjs";

await runSizesBench({
  entry: "bench/calls/grow-calls.ts",
  run: "benchCallGrowth",
  count: 10_000_000,
  fewest: 100_000,
  usage: "npm run bench:calls -- [number of calls] [--folder path]",
});
