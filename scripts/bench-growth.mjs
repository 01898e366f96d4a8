// npm run bench:growth [-- sizes]: measures requests as tokens accumulate, and while dead ones are cleaned up.
// docs/benchmarks.md explains.
import { runBench } from "./run-bench.mjs";

await runBench("bench/growth/grow-tokens.mjs");
