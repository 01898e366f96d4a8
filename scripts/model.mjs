// npm run model -- 200000 [seed]: runs random commands against the service and its reference model, and prints the
// number of each kind. To repeat a failed run, pass its seed.
import { randomInt } from "node:crypto";
import { generate } from "./generate.mjs";
import { node } from "./run.mjs";

const [commands = "200000", seed = String(randomInt(2 ** 31))] = process.argv.slice(2);

await generate();
await node("node_modules/vitest/vitest.mjs", ["run", "test/model"], {
  LATCHKEY_MODEL_RUN: JSON.stringify({ commands: Number(commands), seed: Number(seed) }),
});
