import { REDIRECT_URI } from "../workload.mjs";
import { openNodeOauthData, SCOPE } from "./node-oauth-data.mjs";
import { peerTarget, startPeer } from "./peer.mjs";
import { postForm } from "./post-form.mjs";

/**
 * @node-oauth/oauth2-server on express, with a model for PostgreSQL. It has no introspection.
 *
 * @param {import("../database.ts").BenchDatabase} database
 * @returns {Promise<import("../run.mjs").Target[]>}
 */
export async function openNodeOauth(database) {
  const databaseUrl = await database.createDatabase("bench_node_oauth");
  const data = await openNodeOauthData(databaseUrl);
  const name = "node-oauth";
  const server = await startPeer(database, {
    name,
    script: "node-oauth-server.mjs",
    readyPath: "/",
    settings: { databaseUrl },
  });
  const operations = ["exchange", "refresh", "rotate", "authorize"];
  const about = { name, share: 0.6, databaseUrl, operations };
  return [peerTarget(about, server, data, request)];
}

function request(operation, credential, state) {
  const { clientId, session, token } = credential;
  const post = (path, parameters) => postForm(credential, path, parameters);
  const redirect_uri = REDIRECT_URI;
  switch (operation) {
    case "exchange":
      return post("/token", { grant_type: "authorization_code", code: token, redirect_uri });
    case "refresh":
      return post("/refresh", { grant_type: "refresh_token", refresh_token: token });
    case "rotate":
      return post("/token", { grant_type: "refresh_token", refresh_token: token });
    case "authorize": {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri,
        response_type: "code",
        scope: SCOPE,
        state,
      });
      const headers = { cookie: `session=${session}` };
      return { method: "GET", path: `/authorize?${query}`, headers };
    }
    default:
      throw new Error(`node-oauth has no operation ${operation}`);
  }
}
