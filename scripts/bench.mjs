// npm run bench: measures the cost of a request, side by side with other servers. docs/benchmarks.md explains.
import { runBench } from "./run-bench.mjs";

await runBench("bench/run.mjs");
