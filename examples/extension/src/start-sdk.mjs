import { setTimeout as sleep } from "node:timers/promises";
import { extension } from "@gofynd/fdk-extension-javascript/express/extension.js";
import { setupFdk } from "@gofynd/fdk-extension-javascript/express/index.js";
import { createCallbacks } from "./callbacks.mjs";
import { writeLog } from "./log.mjs";
import { redactSdkLogs } from "./redact-sdk-logs.mjs";

const LONGEST_PAUSE_MS = 3000;

/**
 * Sets up the SDK and returns once the platform has accepted this extension. Failures are reported and retried: a
 * platform that is still starting, a wrong secret or an unregistered scope can all be fixed while this process waits.
 * @param {object} config from readConfig
 * @param {import("./file-storage.mjs").FileStorage} storage
 * @param {(reason: string) => void} onFailure receives the reason of the last failure
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
      if (reason !== lastReason) writeLog(`${reason}; retrying until it works`);
      lastReason = reason;
      onFailure(reason);
      await sleep(pause);
    }
  }
  // Already initialized above, so this call only builds the routes and cannot fail on the network.
  return setupFdk(options);
}

/**
 * Throws unless the platform is ready. After a 502, 503 or 504, the SDK waits 30 seconds or more and then retries
 * forever, so it is called only when the platform is ready.
 */
async function askIfReady(cluster) {
  const response = await fetch(`${cluster}/readyz`, { signal: AbortSignal.timeout(5000) });
  await response.body?.cancel();
  if (response.status >= 502) throw new Error(`it answers ${response.status}`);
}

function explain(error, config) {
  if (error.message.startsWith("Invalid scopes")) {
    return `${error.message} (register them for the client ${config.apiKey}, or change EXTENSION_SCOPES)`;
  }
  if (error.message.startsWith("Invalid api_key")) {
    return `the platform at ${config.cluster} rejected this extension: ${error.message}`;
  }
  return `the platform at ${config.cluster} is not ready: ${error.cause?.code ?? error.message}`;
}
