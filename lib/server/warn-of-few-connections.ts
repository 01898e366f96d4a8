import { sql } from "@/lib/core/db/sql";
import { log } from "@/lib/core/telemetry/log";

/**
 * Logs one line if the pool may open more connections than PostgreSQL accepts. Otherwise requests would get 503 for it,
 * and only under load.
 */
export async function warnOfFewConnections(poolSize: number): Promise<void> {
  const { maxConnections, reserved } = await findConnectionLimit();
  const available = maxConnections - reserved;
  if (poolSize <= available) return;
  log().warn(
    { pool_size: poolSize, max_connections: maxConnections, reserved },
    `POOL_SIZE is ${poolSize}, but PostgreSQL accepts ${available} connections from the service's role. Raise max_connections, or lower POOL_SIZE until all instances together open at most ${available}; see docs/availability.md`,
  );
}

/** How many connections PostgreSQL accepts, of all programs together. */
type ConnectionLimit = {
  maxConnections: number;
  /** Connections reserved for superusers and privileged roles, which the service cannot use. */
  reserved: number;
};

// PostgreSQL 15 and older do not know reserved_connections.
const findLimit = sql<object, ConnectionLimit>(
  "find-connection-limit",
  { maxConnections: "int4", reserved: "int4" },
  `
  SELECT current_setting('max_connections')::int AS "maxConnections",
    current_setting('superuser_reserved_connections')::int
      + coalesce(current_setting('reserved_connections', true)::int, 0) AS reserved`,
);

/** Reads PostgreSQL's limit of connections. */
async function findConnectionLimit(): Promise<ConnectionLimit> {
  const [limit] = await findLimit({});
  if (!limit) throw new Error("PostgreSQL did not say how many connections it accepts");
  return limit;
}
