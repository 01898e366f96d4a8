import { sql } from "@/lib/core/db/sql";

/** How many connections PostgreSQL accepts, of all programs together. */
export type ConnectionLimit = {
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
export async function findConnectionLimit(): Promise<ConnectionLimit> {
  const [limit] = await findLimit({});
  if (!limit) throw new Error("PostgreSQL did not say how many connections it accepts");
  return limit;
}
