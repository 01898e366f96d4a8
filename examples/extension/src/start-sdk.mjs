import { setTimeout as sleep } from "node:timers/promises";
import { extension } from "@gofynd/fdk-extension-javascript/express/extension.js";
import { setupFdk } from "@gofynd/fdk-extension-javascript/express/index.js";
import { createCallbacks } from "./callbacks.mjs";
import { writeLog } from "./log.mjs";
import { redactSdkLogs } from "./redact-sdk-logs.mjs";

const LONGEST_PAUSE_MS = 3000;

/**
 * Sets up the SDK and comes back once the platform has accepted this extension. Each failure is
 * reported and tried again: a platform that is still starting, a wrong secret or a scope that is
 * not registered can all be put right on the other side while this process waits.
 * @param {object} config from readConfig
 * @param {import("./file-storage.mjs").FileStorage} storage
 * @param {(reason: string) => void} onFailure told why the last attempt failed
 */
export async function startSdk(config, storage, onFailure) {
  redactSdkLogs();
  const options = {
    api_key: config.apiKey,
    api_secret: config.apiSecret,
    base_url: config.baseUrl,
    scopes: config.scopes,
    access_mode: config.accessMode,
    cluster: config.cluster,
    callbacks: createCallbacks(config, storage),
    storage,
  };

  let lastReason;
  for (let pause = 500; !extension.isInitialized; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      await askIfReady(config.cluster);
      await extension.initialize(options);
    } catch (error) {
      const reason = explain(error, config);
      if (reason !== lastReason) writeLog(`${reason}; trying again until it works`);
      lastReason = reason;
      onFailure(reason);
      await sleep(pause);
    }
  }
  // Already initialized above: this call only builds the routes, and cannot fail on the network.
  return setupFdk(options);
}

/**
 * Throws unless the platform can answer. The SDK itself pauses 30 seconds and more after a 502,
 * 503 or 504, and then repeats for ever whatever the answer is, so it is asked only when ready.
 */
async function askIfReady(cluster) {
  const response = await fetch(`${cluster}/readyz`, { signal: AbortSignal.timeout(5000) });
  await response.body?.cancel();
  if (response.status >= 502) throw new Error(`it answers ${response.status}`);
}

function explain(error, config) {
  if (error.message.startsWith("Invalid scopes")) {
    return `${error.message} (register them for the client ${config.apiKey}, or ask for others in EXTENSION_SCOPES)`;
  }
  if (error.message.startsWith("Invalid api_key")) {
    return `the platform at ${config.cluster} refused this extension: ${error.message}`;
  }
  return `the platform at ${config.cluster} is not ready: ${error.cause?.code ?? error.message}`;
}
