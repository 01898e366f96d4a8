// npm run bench:soak [-- requests]: sends mixed requests and exits with 1 if memory or descriptors grow.
// docs/benchmarks.md explains.
import { runBench } from "./run-bench.mjs";

await runBench("bench/soak/soak.mjs");
