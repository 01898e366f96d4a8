import { createServer } from "node:http";
import { createProvider } from "./src/accounts/create-provider.mjs";
import { createPages } from "./src/accounts/pages.mjs";
import { provision } from "./src/latchkey/provision.mjs";
import { writeLog } from "./src/log.mjs";
import { servePlatform } from "./src/serve-platform.mjs";
import { readSettings } from "./src/settings.mjs";

const { env } = process;
const { settings, provisions, problems } = readSettings(env);
if (problems.length > 0) {
  writeLog(`cannot start:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  process.exit(1);
}

const status = { ready: false };
const provider = createProvider(settings);
provider.use(createPages(provider, settings));
listen(createServer(provider.callback()), settings.ACCOUNTS_URL, "accounts");
listen(servePlatform(settings, status), settings.PLATFORM_URL, "APIs");

try {
  if (provisions) {
    const { created, known } = await provision(settings);
    writeLog(`Latchkey's directory: ${created} created, ${known} known already`);
  }
  status.ready = true;
} catch (error) {
  writeLog(`cannot provision Latchkey: ${error.cause?.message ?? error.message}`);
  process.exit(1);
}

function listen(server, url, what) {
  server.on("error", (error) => {
    writeLog(`${what}: cannot listen on ${url}: ${error.message}`);
    process.exit(1);
  });
  server.listen(new URL(url).port, "127.0.0.1", () => writeLog(`${what} at ${url}`));
}

function stop() {
  process.exit(0);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// Started by another process: without it, there is nothing to serve.
if (process.send) process.on("disconnect", stop);
