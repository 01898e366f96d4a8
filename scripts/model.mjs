// npm run model -- 200000 [seed]: runs random commands against the service and its reference model, and says how
// many of each kind ran. The seed of a run that failed repeats it.
import { randomInt } from "node:crypto";
import { generate } from "./generate.mjs";
import { node } from "./run.mjs";

const [commands = "200000", seed = String(randomInt(2 ** 31))] = process.argv.slice(2);

await generate();
await node("node_modules/vitest/vitest.mjs", ["run", "e2e/model"], {
  LATCHKEY_MODEL_RUN: JSON.stringify({ commands: Number(commands), seed: Number(seed) }),
});
