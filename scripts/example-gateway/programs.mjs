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
 * A proxy in front of the platform, with Latchkey's gate, and what sends the proxy's log of calls to Latchkey.
 * @param {string} proxy One of PROXIES.
 * @param {string} url Where it listens.
 * @returns {import("../example-platform/programs.mjs").Program[]}
 */
export function describeProxy(proxy, url, urls, gateKey, dataDir) {
  const shared = { GATE_KEY: gateKey, CALL_LOG: join(dataDir, `${proxy}-calls.log`) };
  const env = {
    ...shared,
    PROXY: proxy,
    CONFIG_FILE: CONFIG_FILES[proxy],
    GATEWAY_HOST: new URL(url).hostname,
    GATEWAY_PORT: new URL(url).port,
    LATCHKEY_ADDRESS: new URL(urls.latchkey).host,
    PLATFORM_ADDRESS: new URL(urls.platform).host,
    RUN_DIR: join(dataDir, proxy),
  };
  const sender = {
    name: `The sender for ${proxy}`,
    script: "examples/gateway/send-log.mjs",
    env: { ...shared, LATCHKEY_URL: urls.latchkey },
  };
  const script = "scripts/example-gateway/start-proxy.mjs";
  return [{ name: proxy, script, env, ready: `${url}/readyz` }, sender];
}
