import { findConnectionLimit } from "@/lib/core/db/find-connection-limit";
import { log } from "@/lib/core/log";

/**
 * Logs one line if the pools of all serving processes may open more connections than PostgreSQL accepts. Otherwise
 * requests would get 503 for it, and only under load.
 *
 * @param workers processes that serve
 * @param poolSize connections that each of them may open
 */
export async function warnOfFewConnections(workers: number, poolSize: number): Promise<void> {
  const { maxConnections, reserved } = await findConnectionLimit();
  const needed = workers * poolSize;
  const available = maxConnections - reserved;
  if (needed <= available) return;
  log().warn(
    { workers, pool_size: poolSize, needed, max_connections: maxConnections, reserved },
    `WORKERS × POOL_SIZE is ${needed}, but PostgreSQL accepts ${available} connections from the service's role. Raise max_connections, or lower WORKERS or POOL_SIZE until the product is at most ${available}; see docs/operating.md, Several processes`,
  );
}
