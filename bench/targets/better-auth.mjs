import { randomBytes } from "node:crypto";
import { REDIRECT_URI } from "../workload.mjs";
import { openBetterAuthData, SCOPE, sha256 } from "./better-auth-data.mjs";
import { startPeer, targetOf } from "./peer.mjs";
import { postForm } from "./post-form.mjs";

/**
 * better-auth with its OAuth provider. It always rotates refresh tokens, requires PKCE, and lists the clients of a
 * signed-in person.
 *
 * @param {import("../database.ts").BenchDatabase} database
 * @returns {Promise<import("../run.mjs").Target>}
 */
export async function openBetterAuth(database) {
  const databaseUrl = await database.createDatabase("bench_better_auth");
  const secret = randomBytes(32).toString("base64url");
  const name = "better-auth";
  const server = await startPeer(database, {
    name,
    script: "better-auth-server.mjs",
    readyPath: "/api/auth/ok",
    settings: { databaseUrl, secret },
  });
  const data = await openBetterAuthData(databaseUrl, secret);
  const operations = ["exchange", "rotate", "introspect", "authorize", "list-clients"];
  const about = { name, share: 0.4, databaseUrl, operations, mayFailAll: true };
  return targetOf(about, server, data, request);
}

function request(operation, credential, state) {
  const { clientId, cookie, token, verifier } = credential;
  const post = (path, parameters) => postForm(credential, `/api/auth/oauth2/${path}`, parameters);
  const redirect_uri = REDIRECT_URI;
  switch (operation) {
    case "exchange":
      return post("token", {
        grant_type: "authorization_code",
        code: token,
        redirect_uri,
        code_verifier: verifier,
      });
    case "rotate":
      return post("token", { grant_type: "refresh_token", refresh_token: token });
    case "introspect":
      return post("introspect", { token, token_type_hint: "access_token" });
    case "list-clients":
      return { method: "GET", path: "/api/auth/oauth2/get-clients", headers: { cookie } };
    case "authorize": {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri,
        response_type: "code",
        scope: SCOPE,
        state,
        code_challenge: sha256(verifier),
        code_challenge_method: "S256",
      });
      return { method: "GET", path: `/api/auth/oauth2/authorize?${query}`, headers: { cookie } };
    }
    default:
      throw new Error(`better-auth has no operation ${operation}`);
  }
}
