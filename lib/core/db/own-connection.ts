import type { Client } from "pg";
import { ownClient } from "@/lib/core/db/pool";

/** A connection reserved for one task. */
export type OwnConnection = Client;

/**
 * Runs `work` on a connection outside the pool, for background work whose statements may take longer than a request's
 * and must not delay requests.
 *
 * @param statementTimeoutMs When the server ends a statement.
 */
export async function withOwnConnection<T>(
  applicationName: string,
  statementTimeoutMs: number,
  work: (client: OwnConnection) => Promise<T>,
): Promise<T> {
  const client = ownClient({
    application_name: applicationName,
    statement_timeout: statementTimeoutMs,
  });
  // A broken connection also rejects the running statement.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
