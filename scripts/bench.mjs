// npm run bench: measures the cost of a request, side by side with other servers. bench/README.md explains.
import { runBench } from "./run-bench.mjs";

await runBench("bench/run.mjs");
