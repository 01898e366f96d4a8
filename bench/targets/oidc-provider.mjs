import { randomBytes } from "node:crypto";
import { REDIRECT_URI } from "../workload.mjs";
import { openOidcProviderData, SCOPE } from "./oidc-provider-data.mjs";
import { startPeer, targetOf } from "./peer.mjs";
import { postForm } from "./post-form.mjs";

/**
 * oidc-provider on the same PostgreSQL, with the adapter its documentation requires.
 *
 * @param {import("../database.ts").BenchDatabase} database
 * @returns {Promise<import("../run.mjs").Target>}
 */
export async function openOidcProvider(database) {
  const databaseUrl = await database.createDatabase("bench_oidc_provider");
  const cookieKey = randomBytes(32).toString("base64url");
  const data = await openOidcProviderData(databaseUrl, cookieKey);
  const name = "oidc-provider";
  const server = await startPeer(database, {
    name,
    script: "oidc-provider-server.mjs",
    readyPath: "/.well-known/openid-configuration",
    settings: { databaseUrl, cookieKey },
  });
  const operations = ["exchange", "refresh", "rotate", "introspect", "authorize"];
  const about = { name, share: 0.6, databaseUrl, operations };
  return targetOf(about, server, data, request);
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
