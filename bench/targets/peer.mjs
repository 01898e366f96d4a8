import { fileURLToPath } from "node:url";
import { freePort, startServer } from "../server-process.mjs";

/**
 * Starts a server to compare with in its own process.
 *
 * @param {import("../database.ts").BenchDatabase} database
 * @param {{name: string, script: string, readyPath: string, settings: object}} peer `script` is a file beside this
 *   one; it gets `settings` and its port as JSON
 */
export async function startPeer(database, { name, script, readyPath, settings }) {
  const port = await freePort();
  const file = fileURLToPath(new URL(script, import.meta.url));
  const args = [file, JSON.stringify({ ...settings, port })];
  return startServer({ name, port, readyPath, args, logFolder: database.folder });
}

/**
 * A target of a started server and its data; stopping it closes both.
 *
 * @param {object} about its name, share of the requests, database, and operations
 * @returns {import("../run.mjs").Target}
 */
export function targetOf(about, server, data, request) {
  const stop = async () => {
    await server.stop();
    await data.close();
  };
  return { ...about, ...server, request, seed: data.seed, stop };
}
