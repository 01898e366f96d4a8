import type { ClientConfig } from "pg";
import { WatchedClient } from "@/lib/core/db/watched-client";

const ANSWER_MS = 2_000;

/** Whether the server is running a statement for the connection with this process id. */
export type IsWorking = (backendPid: number | undefined) => boolean;

/**
 * Asks the server, on a separate connection, which connections it is working for.
 *
 * @returns `undefined` if it does not respond, or if a pooler hides the process ids.
 */
export async function askBackends(config: ClientConfig): Promise<IsWorking | undefined> {
  const client = new WatchedClient({ ...config, application_name: "latchkey-watch" });
  const timer = setTimeout(() => client.abandon("no answer in time"), ANSWER_MS);
  // The error event repeats the rejection.
  client.on("error", () => {}).on("end", () => clearTimeout(timer));
  try {
    await client.connect();
    // A statement waiting on the client is one that never arrived completely.
    const { rows } = await client.query<{ own: number; working: number[] }>(
      `SELECT pg_backend_pid() AS own, coalesce(array_agg(pid), '{}') AS working
         FROM pg_stat_activity
        WHERE usename = current_user AND datname = current_database()
          AND state = 'active' AND wait_event IS DISTINCT FROM 'ClientRead'`,
    );
    const answer = rows[0];
    if (!answer || answer.own !== client.backendPid) return undefined;
    const working = new Set(answer.working);
    return (pid) => pid !== undefined && working.has(pid);
  } catch {
    // The waiting statements will report whatever is wrong.
    return undefined;
  } finally {
    // Not awaited: an unanswered goodbye ends with the timeout.
    void client.end();
  }
}
