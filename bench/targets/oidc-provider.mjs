import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { freePort, startServer } from "../server-process.mjs";
import { REDIRECT_URI } from "../workload.mjs";
import { openOidcProviderData, SCOPE } from "./oidc-provider-data.mjs";
import { postForm } from "./post-form.mjs";

const SERVER = fileURLToPath(new URL("oidc-provider-server.mjs", import.meta.url));

/**
 * oidc-provider on the same PostgreSQL, with the adapter its documentation requires.
 *
 * @param {import("../database.ts").BenchDatabase} database
 * @returns {Promise<import("../run.mjs").Target[]>}
 */
export async function openOidcProvider(database) {
  const databaseUrl = await database.createDatabase("bench_oidc_provider");
  const cookieKey = randomBytes(32).toString("base64url");
  const data = await openOidcProviderData(databaseUrl, cookieKey);
  const port = await freePort();
  const name = "oidc-provider";
  const server = await startServer({
    name,
    port,
    readyPath: "/.well-known/openid-configuration",
    args: [SERVER, JSON.stringify({ databaseUrl, cookieKey, port })],
    logFolder: database.folder,
  });
  const operations = ["exchange", "refresh", "rotate", "introspect", "authorize"];
  const stop = async () => {
    await server.stop();
    await data.close();
  };
  return [{ name, share: 0.6, databaseUrl, operations, ...server, request, seed: data.seed, stop }];
}

function request(operation, credential, state) {
  const { clientId, cookie, token } = credential;
  const post = (path, parameters) => postForm(credential, path, parameters);
  const redirect_uri = REDIRECT_URI;
  switch (operation) {
    case "exchange":
      return post("/token", { grant_type: "authorization_code", code: token, redirect_uri });
    case "refresh":
    case "rotate":
      return post("/token", { grant_type: "refresh_token", refresh_token: token });
    case "introspect":
      return post("/token/introspection", { token, token_type_hint: "access_token" });
    case "authorize": {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri,
        response_type: "code",
        scope: SCOPE,
        state,
      });
      return { method: "GET", path: `/auth?${query}`, headers: { cookie } };
    }
    default:
      throw new Error(`oidc-provider has no operation ${operation}`);
  }
}
