const required = {
  PLATFORM_URL: "the address of the platform's APIs, such as http://127.0.0.1:4001",
  ACCOUNTS_URL: "the address of the sign-in page, such as http://127.0.0.1:4002",
  LATCHKEY_URL: "the address of Latchkey (its BASE_URL), such as http://localhost:4000",
  OIDC_CLIENT_ID: "the client id that Latchkey signs people in with",
  OIDC_CLIENT_SECRET: "the secret of that client",
  SERVICE_KEY_ID: "the id of a service key, made with: npm run service-key",
  SERVICE_KEY_SECRET: "the secret of that service key",
  PEOPLE_PASSWORD: "the password of everyone in src/data.mjs",
};

const requiredToProvision = {
  SHIPFAST_URL: "the address of the sample extension, such as http://127.0.0.1:4003",
  SHIPFAST_SECRET: "the secret of the client shipfast-sample",
  PARCELWISE_SECRET: "the secret of the client parcelwise-2019",
  PARCELWISE_REFRESH_TOKEN: "a refresh token that Parcelwise got before the move",
};

/**
 * Reads the settings. `BEHIND_GATE=1` makes the APIs believe the headers of Latchkey's gate: set it only where a proxy
 * removes them from what callers send, and where nothing else reaches this process. With `PROVISION=0`, the platform
 * tells Latchkey nothing: someone else does.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{settings: Record<string, string>, provisions: boolean, problems: string[]}} every problem at once
 */
export function readSettings(env) {
  const provisions = env.PROVISION !== "0";
  const needed = { ...required, ...(provisions && requiredToProvision) };
  const problems = Object.entries(needed)
    .filter(([name]) => !env[name])
    .map(([name, meaning]) => `${name} is missing: ${meaning}`);
  const settings = Object.fromEntries(Object.keys(needed).map((name) => [name, env[name]]));
  settings.BEHIND_GATE = env.BEHIND_GATE === "1" ? "1" : "0";
  return { settings, provisions, problems };
}
