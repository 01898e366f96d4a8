import { existsSync } from "node:fs";
import { readConfig } from "./src/config.mjs";
import { createApp } from "./src/create-app.mjs";
import { FileStorage } from "./src/file-storage.mjs";
import { writeLog } from "./src/log.mjs";
import { startSdk } from "./src/start-sdk.mjs";

const { env } = process;
// The platform's demo starts this folder with its own settings.
if (!env.LATCHKEY_DEMO_FILE && existsSync(".env")) process.loadEnvFile();
const { config, problems } = readConfig(env);
if (problems.length > 0) {
  writeLog(`cannot start:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  process.exit(1);
}

const storage = new FileStorage(config.sessionFile);
const status = { ready: false, reason: `waiting for the platform at ${config.cluster}` };
const app = createApp(config, storage, status);
const server = app.listen(config.port, "127.0.0.1");

server.on("listening", () => {
  writeLog(`listening on http://127.0.0.1:${config.port} as ${config.baseUrl}`);
});
server.on("error", (error) => {
  writeLog(`cannot listen on 127.0.0.1:${config.port}: ${error.message}`);
  process.exit(1);
});

/** Ends the process; open connections are cut, because every page here is a short request. */
function stop() {
  server.close();
  server.closeAllConnections();
  process.exit(0);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// Started by the platform: without its parent, this process has nothing to serve.
if (process.send) process.on("disconnect", stop);

const fdk = await startSdk(config, storage, (reason) => {
  status.reason = reason;
});
app.locals.useSdk(fdk);
status.ready = true;
status.reason = null;
writeLog(`ready: the platform at ${config.cluster} knows this extension`);
