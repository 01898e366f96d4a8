import { once } from "node:events";
import { createServer } from "node:net";
import { CommandError } from "../run.mjs";

/**
 * Checks that nothing listens on the ports of the cluster.
 *
 * @param {number} first
 * @param {number} count
 * @throws {CommandError} that names the first that is taken, and what to do.
 */
export async function checkPorts(first, count) {
  for (let port = first; port < first + count; port++) {
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch (error) {
      if (error.code !== "EADDRINUSE") throw error;
      throw new CommandError(
        `Port ${port} is in use, maybe by a cluster that is still ending. Wait until it has ended, or choose other ports: CLUSTER_PORT=${first + 100} npm run example:cluster`,
      );
    }
    server.close();
    await once(server, "close");
  }
}
