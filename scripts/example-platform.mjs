// npm run example:platform: Latchkey beside the small commerce platform in examples/platform and the sample extension.
// npm run example:gateway, with --gateway: the platform is behind nginx and Caddy, which ask Latchkey's gate about each call.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithNpm } from "./end-with-npm.mjs";
import {
  describeExtension,
  describeLatchkey,
  describePlatform,
  describeProxy,
  EXAMPLE_PLATFORM,
  GATE_RULES,
  PROXIES,
} from "./example-platform/programs.mjs";
import { startProgram, stopPrograms } from "./example-platform/run-programs.mjs";
import {
  createServiceKey,
  openSecrets,
  PLATFORM_SCOPES,
  saveSecrets,
} from "./example-platform/secrets.mjs";
import { findProgram } from "./find-program.mjs";
import { install } from "./install.mjs";
import { CommandError } from "./run.mjs";
import { SAMPLE_EXTENSION } from "./sample-extension.mjs";
import { print, step } from "./step.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
endWithNpm();
process.on("SIGINT", () => stopPrograms(0)).on("SIGTERM", () => stopPrograms(0));

const isBehindGate = process.argv.includes("--gateway");
const { LATCHKEY_PORT, PLATFORM_PORT, ACCOUNTS_PORT, EXTENSION_PORT } = process.env;
const { NGINX_PORT, CADDY_PORT, DATA_DIR } = process.env;
const dataDir = resolve(DATA_DIR || `${EXAMPLE_PLATFORM}/.data`);
const platform = `http://127.0.0.1:${PLATFORM_PORT || 4001}`;
const gateways = {
  nginx: `http://127.0.0.1:${NGINX_PORT || 4004}`,
  caddy: `http://127.0.0.1:${CADDY_PORT || 4005}`,
};

try {
  const proxies = isBehindGate ? findProxies() : [];
  const urls = {
    // Cookies belong to a host, not to a port: this one is Latchkey's alone.
    latchkey: `http://localhost:${LATCHKEY_PORT || 4000}`,
    platform,
    cluster: gateways[proxies[0]] ?? platform,
    accounts: `http://127.0.0.1:${ACCOUNTS_PORT || 4002}`,
    extension: `http://127.0.0.1:${EXTENSION_PORT || 4003}`,
  };
  await step("Example platform", () => install(EXAMPLE_PLATFORM), String);
  await step("Sample extension", () => install(SAMPLE_EXTENSION), String);
  const secrets = openSecrets(dataDir);

  const latchkey = describeLatchkey(urls, secrets, dataDir);
  if (isBehindGate) latchkey.env.GATE_RULES = resolve(GATE_RULES);
  await startProgram(latchkey);
  secrets.serviceKey ??= await createServiceKey(latchkey.env, "Market Hall", PLATFORM_SCOPES);
  if (isBehindGate) {
    secrets.gateKey ??= await createServiceKey(latchkey.env, "Gateway", ["platform/gate"]);
  }
  saveSecrets(dataDir, secrets);

  const marketHall = describePlatform(urls, secrets);
  if (isBehindGate) marketHall.env.BEHIND_GATE = "1";
  await startProgram(marketHall);
  for (const proxy of proxies) {
    const key = secrets.gateKey.secret;
    const programs = describeProxy(proxy, gateways[proxy], urls, key, dataDir);
    for (const program of programs) await startProgram(program);
  }
  await startProgram(describeExtension(urls, secrets, dataDir));
  print(explain(urls, proxies, secrets.password));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  print(error.message);
  await stopPrograms(1);
}

function findProxies() {
  const proxies = PROXIES.filter(findProgram);
  if (proxies.length > 0) return proxies;
  throw new CommandError("This needs nginx or Caddy. On Debian: apt-get install nginx-light caddy");
}

/**
 * What a newcomer can do once everything runs.
 * @param {readonly string[]} proxies
 * @param {string} password
 */
function explain(urls, proxies, password) {
  const fronts = proxies.map(
    (proxy) => `  ${gateways[proxy]}    Market Hall's APIs behind ${proxy} and the gate\n`,
  );
  return `
Everything runs. Ctrl-C stops it.

  ${urls.latchkey}    Latchkey
  ${urls.accounts}    Market Hall's sign-in
  ${urls.platform}    Market Hall's APIs, ${isBehindGate ? "for the proxies only" : "which extensions call"}
${fronts.join("")}  ${urls.extension}    Shipfast, an extension that calls ${urls.cluster}

Open ${urls.latchkey}/company/7001/extensions and sign in at Market Hall:

  mira@harbour-lamps.example     sells lamps: install Shipfast, then call its products
  ravi@shipfast.example          publishes Shipfast
  ines@markethall.example        operates Latchkey: ${urls.latchkey}/platform

Everyone's password: ${password}
`;
}
