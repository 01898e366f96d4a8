import type { ClientConfig } from "pg";
import { WatchedClient } from "@/lib/kernel/db/watched-client";

const ANSWER_MS = 2_000;

/** Whether the server works on a statement of the connection with that process id. */
export type IsWorking = (backendPid: number | undefined) => boolean;

/**
 * Asks the server, on a connection of its own, which connections it works for.
 *
 * @returns `undefined` if it does not answer, or if a pooler in between hides who is who.
 */
export async function askBackends(config: ClientConfig): Promise<IsWorking | undefined> {
  const client = new WatchedClient({ ...config, application_name: "latchkey-watch" });
  const late = setTimeout(() => client.abandon("no answer in time"), ANSWER_MS);
  // An error is emitted beside the rejection, which says the same.
  client.on("error", () => {}).on("end", () => clearTimeout(late));
  try {
    await client.connect();
    // A statement that waits for the client is one of which a part never arrived.
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
    // Nobody can be asked now. Whatever is wrong, the statements that wait will report it.
    return undefined;
  } finally {
    // Not awaited: a farewell that gets no answer ends with the time limit.
    void client.end();
  }
}
