import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseUrl } from "./parse-url.mjs";

const DEFAULT_SCOPES = "company/products/read,company/profile";

/**
 * Reads the settings: variables win over the platform's demo file.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{config: object, problems: string[]}} every problem at once, each with what to do
 */
export function readConfig(env) {
  const demo = readDemo(env.LATCHKEY_DEMO_FILE);
  const problems = [...demo.problems];
  const config = {
    apiKey: env.EXTENSION_API_KEY ?? demo.values.extension?.client_id,
    apiSecret: env.EXTENSION_API_SECRET ?? demo.values.extension?.client_secret,
    baseUrl: env.EXTENSION_BASE_URL ?? demo.values.extension?.base_url,
    cluster: env.FP_API_DOMAIN ?? demo.values.base_url,
    scopes: splitList(env.EXTENSION_SCOPES ?? DEFAULT_SCOPES),
    accessMode: env.EXTENSION_ACCESS_MODE ?? "offline",
  };

  if (!config.apiKey) problems.push("EXTENSION_API_KEY is missing: the client id from the console");
  if (!config.apiSecret) problems.push("EXTENSION_API_SECRET is missing: the client's secret");
  if (config.scopes.length === 0)
    problems.push("EXTENSION_SCOPES is empty: name one scope or more");
  if (!["offline", "online"].includes(config.accessMode)) {
    problems.push("EXTENSION_ACCESS_MODE must be offline or online");
  }
  problems.push(...checkUrl("EXTENSION_BASE_URL", config.baseUrl));
  problems.push(...checkUrl("FP_API_DOMAIN", config.cluster));
  if (problems.length > 0) return { config, problems };

  config.baseUrl = config.baseUrl.replace(/\/+$/, "");
  // The SDK joins with a plain "/", so a trailing slash would turn every path into //service/….
  config.cluster = config.cluster.replace(/\/+$/, "");
  config.port = Number(env.EXTENSION_PORT ?? (new URL(config.baseUrl).port || 8080));
  config.sessionFile = env.EXTENSION_SESSION_FILE ?? defaultSessionFile(env, config.apiKey);
  return { config, problems };
}

function readDemo(path) {
  if (!path) return { values: {}, problems: [] };
  try {
    return { values: JSON.parse(readFileSync(path, "utf8")), problems: [] };
  } catch (error) {
    return { values: {}, problems: [`LATCHKEY_DEMO_FILE cannot be read: ${error.message}`] };
  }
}

function checkUrl(name, value) {
  if (!value) return [`${name} is missing`];
  const url = parseUrl(value);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return [`${name} must start with http:// or https://, it is ${value}`];
  }
  // The SDK's own check requires a dot or an IP address in the host, and reports only "Invalid value".
  if (!/[.:]/.test(url.hostname)) {
    return [`${name} must have a host that the SDK accepts: 127.0.0.1, not localhost (${value})`];
  }
  return [];
}

function splitList(value) {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

function defaultSessionFile(env, apiKey) {
  if (env.LATCHKEY_DEMO_FILE) {
    return join(dirname(env.LATCHKEY_DEMO_FILE), "extension-sessions.json");
  }
  const name = `sessions-${encodeURIComponent(apiKey)}.json`;
  return join(import.meta.dirname, "..", ".data", name);
}
