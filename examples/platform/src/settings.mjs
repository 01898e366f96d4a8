const required = {
  PLATFORM_URL: "the address of the platform's APIs, such as http://127.0.0.1:4001",
  ACCOUNTS_URL: "the address of the sign-in page, such as http://127.0.0.1:4002",
  LATCHKEY_URL: "the address of Latchkey (its BASE_URL), such as http://localhost:4000",
  OIDC_CLIENT_ID: "the client id that Latchkey signs people in with",
  OIDC_CLIENT_SECRET: "the secret of that client",
  SERVICE_KEY_ID: "the id of a service key, made with: npm run service-key",
  SERVICE_KEY_SECRET: "the secret of that service key",
  PEOPLE_PASSWORD: "the password of everyone in src/data.mjs",
  SHIPFAST_URL: "the address of the sample extension, such as http://127.0.0.1:4003",
  SHIPFAST_SECRET: "the secret of the client shipfast-sample",
  PARCELWISE_SECRET: "the secret of the client parcelwise-2019",
  PARCELWISE_REFRESH_TOKEN: "a refresh token that Parcelwise got before the move",
};

/**
 * Reads the settings. `BEHIND_GATE=1` makes the APIs believe the headers of Latchkey's gate: set it only where a proxy
 * removes them from what callers send, and where nothing else reaches this process.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{settings: Record<keyof typeof required | "BEHIND_GATE", string>, problems: string[]}} every problem at
 *   once
 */
export function readSettings(env) {
  const problems = Object.entries(required)
    .filter(([name]) => !env[name])
    .map(([name, meaning]) => `${name} is missing: ${meaning}`);
  const settings = Object.fromEntries(Object.keys(required).map((name) => [name, env[name]]));
  settings.BEHIND_GATE = env.BEHIND_GATE === "1" ? "1" : "0";
  return { settings, problems };
}
