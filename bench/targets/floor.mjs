import { basic, REDIRECT_URI } from "../workload.mjs";
import { openFloorData } from "./floor-data.mjs";
import { startPeer, targetOf } from "./peer.mjs";

/**
 * The minimum: node:http and one statement per request, without logs, limits, foreign keys or explanations. Not a
 * product; it shows how much of a request's cost is avoidable.
 *
 * @param {import("../database.ts").BenchDatabase} database
 * @returns {Promise<import("../run.mjs").Target>}
 */
export async function openFloor(database) {
  const databaseUrl = await database.createDatabase("bench_floor");
  const data = await openFloorData(databaseUrl);
  const name = "floor";
  const server = await startPeer(database, {
    name,
    script: "floor-server.mjs",
    readyPath: "/",
    settings: { databaseUrl },
  });
  const operations = ["exchange", "refresh", "rotate", "introspect", "authorize"];
  const about = { name, share: 1, databaseUrl, operations };
  return targetOf(about, server, data, request);
}

function request(operation, { clientId, secret, cookie, token }, state) {
  if (operation === "authorize") {
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: REDIRECT_URI, state });
    return { method: "GET", path: `/authorize?${query}`, headers: { cookie } };
  }
  return {
    method: "POST",
    path: `/${operation}`,
    headers: { authorization: basic(clientId, secret), "content-type": "application/json" },
    body: JSON.stringify({ token }),
  };
}
