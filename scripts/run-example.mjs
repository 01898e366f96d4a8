// npm run example:market-hall and example:extension: one program of the examples, for the steps of docs/platform.md.
import { fileURLToPath } from "node:url";
import { endWithNpm } from "./end-with-npm.mjs";
import { EXAMPLE_PLATFORM } from "./example-platform/programs.mjs";
import { startProgram, stopPrograms } from "./example-platform/run-programs.mjs";
import { install } from "./install.mjs";
import { CommandError } from "./run.mjs";
import { SAMPLE_EXTENSION } from "./sample-extension.mjs";
import { print, step } from "./step.mjs";

/** Market Hall tells Latchkey nothing here: the reader does, step by step. */
const MARKET_HALL = {
  PROVISION: "0",
  LATCHKEY_URL: "http://127.0.0.1:3000",
  PLATFORM_URL: "http://127.0.0.1:4001",
  // Cookies belong to a host, not to a port: this one is the provider's alone.
  ACCOUNTS_URL: "http://localhost:4002",
  OIDC_CLIENT_ID: "latchkey",
};

/** @type {Record<string, {folder: string, defaults: Record<string, string>}>} */
const examples = {
  "market-hall": { folder: EXAMPLE_PLATFORM, defaults: MARKET_HALL },
  extension: { folder: SAMPLE_EXTENSION, defaults: {} },
};

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
endWithNpm();
process.on("SIGINT", () => stopPrograms(0)).on("SIGTERM", () => stopPrograms(0));

const { folder, defaults } = examples[process.argv[2]];
try {
  await step("Packages", () => install(folder), String);
  const env = { ...defaults, ...process.env };
  await startProgram({ name: "The program", script: "server.mjs", cwd: folder, env });
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  print(error.message);
  process.exit(1);
}
