import { Pool, type QueryResultRow } from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { processState } from "@/lib/process-state";

const MAX_CONNECTIONS = 16;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

const state = (): { url?: string; pool?: Pool } => processState("database", () => ({}));

/** Names the database of this process; the embedded one has its address only once it runs. */
export function configureDatabase(url: string): void {
  state().url = url;
}

/**
 * The one connection pool of the process: Prisma's adapter and the hot statements share it.
 *
 * @throws Error if no database is configured yet.
 */
export function pool(): Pool {
  const held = state();
  held.pool ??= connect(held.url ?? env().databaseUrl);
  return held.pool;
}

function connect(url: string | undefined): Pool {
  if (!url) throw new Error("No database is configured: start through server.ts");
  const made = new Pool({
    connectionString: url,
    application_name: "latchkey",
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  // Without a listener a connection lost while idle would end the process. Only the message: pg
  // hangs the whole client on the error. A pool that closes loses its connections by intent.
  made.on("error", ({ message }) => {
    if (!made.ending) log().warn({ reason: message }, "idle database connection lost");
  });
  return made;
}

/**
 * Runs a statement that is parsed and planned once per connection and then known by its name.
 *
 * @param name Unique for `text`; kebab-case, at most 63 characters (PostgreSQL cuts longer ones).
 * @returns The rows, as node-postgres reads them: `bigint` and `numeric` as strings.
 * @throws DatabaseError of pg.
 */
export async function hotQuery<Row extends QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await pool().query<Row>({ name, text, values: [...values] });
  return rows;
}

/**
 * Runs a statement that is planned for its values each time: where the best plan depends on them, or
 * on which parts the statement was put together from.
 *
 * @returns The rows, as {@link hotQuery} reads them.
 * @throws DatabaseError of pg.
 */
export async function plannedQuery<Row extends QueryResultRow>(
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await pool().query<Row>(text, [...values]);
  return rows;
}

/** Waits for queries under way and closes every connection. */
export async function closePool(): Promise<void> {
  const held = state();
  const open = held.pool;
  delete held.pool;
  await open?.end();
}
