// npm run example:platform: Latchkey beside the small commerce platform in examples/platform and the sample extension.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithNpm } from "./end-with-npm.mjs";
import {
  describeExtension,
  describeLatchkey,
  describePlatform,
  EXAMPLE_PLATFORM,
} from "./example-platform/programs.mjs";
import { startProgram, stopPrograms } from "./example-platform/run-programs.mjs";
import {
  createServiceKey,
  openSecrets,
  PLATFORM_SCOPES,
  saveSecrets,
} from "./example-platform/secrets.mjs";
import { install } from "./install.mjs";
import { CommandError } from "./run.mjs";
import { SAMPLE_EXTENSION } from "./sample-extension.mjs";
import { print, step } from "./step.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
endWithNpm();
process.on("SIGINT", () => stopPrograms(0)).on("SIGTERM", () => stopPrograms(0));

const { LATCHKEY_PORT, PLATFORM_PORT, ACCOUNTS_PORT, EXTENSION_PORT, DATA_DIR } = process.env;
const dataDir = resolve(DATA_DIR || `${EXAMPLE_PLATFORM}/.data`);
const platform = `http://127.0.0.1:${PLATFORM_PORT || 4001}`;
const urls = {
  // Cookies belong to a host, not to a port: this one is Latchkey's alone.
  latchkey: `http://localhost:${LATCHKEY_PORT || 4000}`,
  platform,
  cluster: platform,
  accounts: `http://127.0.0.1:${ACCOUNTS_PORT || 4002}`,
  extension: `http://127.0.0.1:${EXTENSION_PORT || 4003}`,
};

try {
  await step("Example platform", () => install(EXAMPLE_PLATFORM), String);
  await step("Sample extension", () => install(SAMPLE_EXTENSION), String);
  const secrets = openSecrets(dataDir);
  const latchkey = describeLatchkey(urls, secrets, dataDir);
  await startProgram(latchkey);
  secrets.serviceKey ??= await createServiceKey(latchkey.env, "Market Hall", PLATFORM_SCOPES);
  saveSecrets(dataDir, secrets);
  await startProgram(describePlatform(urls, secrets));
  await startProgram(describeExtension(urls, secrets, dataDir));
  print(explain(urls, secrets.password));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  print(error.message);
  await stopPrograms(1);
}

/**
 * What a newcomer can do once everything runs; examples/platform/README.md says more.
 *
 * @param {{latchkey: string, platform: string, accounts: string, extension: string}} urls
 * @param {string} password Everyone's.
 */
function explain(urls, password) {
  return `
Everything runs. Ctrl-C stops it.

  ${urls.latchkey}    Latchkey
  ${urls.accounts}    Market Hall's sign-in
  ${urls.platform}    Market Hall's APIs, which extensions call
  ${urls.extension}    Shipfast, an extension

Open ${urls.latchkey}/company/7001/extensions and sign in at Market Hall:

  mira@harbour-lamps.example     sells lamps: install Shipfast, then call its products
  ravi@shipfast.example          publishes Shipfast
  ines@markethall.example        operates Latchkey: ${urls.latchkey}/platform

Everyone's password: ${password}
`;
}
