import { join } from "node:path";

const CONFIG_FILES = {
  nginx: "examples/gateway/nginx.conf.template",
  caddy: "examples/gateway/Caddyfile",
};

/** The proxies that the example has a configuration for. */
export const PROXIES = Object.keys(CONFIG_FILES);

/** What the gate allows. */
export const GATE_RULES = "examples/gateway/rules.json";

/**
 * A proxy in front of the platform, with Latchkey's gate.
 *
 * @param {string} proxy One of PROXIES.
 * @param {string} url Where it listens.
 * @param {import("../example-platform/programs.mjs").Urls} urls
 * @param {string} gateKey
 * @param {string} dataDir
 * @returns {import("../example-platform/programs.mjs").Program}
 */
export function describeProxy(proxy, url, urls, gateKey, dataDir) {
  const env = {
    PROXY: proxy,
    CONFIG_FILE: CONFIG_FILES[proxy],
    GATEWAY_HOST: new URL(url).hostname,
    GATEWAY_PORT: new URL(url).port,
    LATCHKEY_ADDRESS: new URL(urls.latchkey).host,
    PLATFORM_ADDRESS: new URL(urls.platform).host,
    GATE_KEY: gateKey,
    CALL_LOG: callLog(proxy, dataDir),
    RUN_DIR: join(dataDir, proxy),
  };
  const script = "scripts/example-gateway/start-proxy.mjs";
  return { name: proxy, script, env, ready: `${url}/readyz` };
}

/**
 * What sends a proxy's log of calls to Latchkey.
 *
 * @param {string} proxy One of PROXIES.
 * @param {import("../example-platform/programs.mjs").Urls} urls
 * @param {string} gateKey
 * @param {string} dataDir
 * @returns {import("../example-platform/programs.mjs").Program}
 */
export function describeSender(proxy, urls, gateKey, dataDir) {
  const env = {
    CALL_LOG: callLog(proxy, dataDir),
    LATCHKEY_URL: urls.latchkey,
    GATE_KEY: gateKey,
  };
  return { name: `The sender for ${proxy}`, script: "examples/gateway/send-log.mjs", env };
}

function callLog(proxy, dataDir) {
  return join(dataDir, `${proxy}-calls.log`);
}
