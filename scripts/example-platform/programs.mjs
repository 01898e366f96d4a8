import { join } from "node:path";
import { SAMPLE_EXTENSION } from "../sample-extension.mjs";

export const EXAMPLE_PLATFORM = "examples/platform";

const OIDC_CLIENT_ID = "latchkey";

/**
 * Where everything is, as origins. `cluster` is what extensions call: the platform or a proxy in front of it.
 * @typedef {{latchkey: string, platform: string, cluster: string, accounts: string, extension: string}} Urls
 *
 * A program that runs as long as the example does; `ready` answers once it works.
 * @typedef {{name: string, script: string, cwd?: string, env: Record<string, string>, ready?: string}} Program
 *
 * @typedef {(urls: Urls, secrets: import("./secrets.mjs").Secrets, dataDir: string) => Program} Describe
 */

/** Latchkey, connected to the platform. @type {Describe} */
export function describeLatchkey(urls, secrets, dataDir) {
  const env = {
    PORT: new URL(urls.latchkey).port,
    BASE_URL: urls.latchkey,
    CLUSTER_URL: urls.cluster,
    DATA_DIR: dataDir,
    DEMO: "0",
    OIDC_ISSUER: urls.accounts,
    OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET: secrets.oidc,
    OIDC_NAME: "Market Hall",
    OIDC_OPERATORS_CLAIM: "market_hall_staff",
    PASSWORD_SIGN_IN: "0",
    LOG_LEVEL: process.env.LOG_LEVEL || "warn",
  };
  return { name: "Latchkey", script: "scripts/start.mjs", env, ready: `${urls.latchkey}/readyz` };
}

/** The platform, connected to Latchkey. Requires a service key. @type {Describe} */
export function describePlatform(urls, secrets) {
  const env = {
    PLATFORM_URL: urls.platform,
    ACCOUNTS_URL: urls.accounts,
    LATCHKEY_URL: urls.latchkey,
    OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET: secrets.oidc,
    SERVICE_KEY_ID: secrets.serviceKey.id,
    SERVICE_KEY_SECRET: secrets.serviceKey.secret,
    PEOPLE_PASSWORD: secrets.password,
    SHIPFAST_URL: urls.extension,
    SHIPFAST_SECRET: secrets.shipfast,
    PARCELWISE_SECRET: secrets.parcelwise,
    PARCELWISE_REFRESH_TOKEN: secrets.parcelwiseRefreshToken,
  };
  const ready = `${urls.platform}/readyz`;
  return { name: "The platform", script: "server.mjs", cwd: EXAMPLE_PLATFORM, env, ready };
}

/** The sample extension, with the client that the platform imports. @type {Describe} */
export function describeExtension(urls, secrets, dataDir) {
  const env = {
    EXTENSION_API_KEY: "shipfast-sample",
    EXTENSION_API_SECRET: secrets.shipfast,
    EXTENSION_BASE_URL: urls.extension,
    EXTENSION_SESSION_FILE: `${dataDir}/extension-sessions.json`,
    FP_API_DOMAIN: urls.cluster,
  };
  const ready = `${urls.extension}/healthz`;
  return { name: "The extension", script: "server.mjs", cwd: SAMPLE_EXTENSION, env, ready };
}

const CONFIG_FILES = {
  nginx: "examples/gateway/nginx.conf.template",
  caddy: "examples/gateway/Caddyfile",
};

/** The proxies that the example has a configuration for. */
export const PROXIES = Object.keys(CONFIG_FILES);

/** What the gate allows. */
export const GATE_RULES = "examples/gateway/rules.json";

/** One of PROXIES, and what sends its log. @returns {Program[]} */
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
