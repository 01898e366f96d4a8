import { type Client, type ClientConfig, type CustomTypesConfig, Pool, types } from "pg";
import { type ConnectionWatch, watchConnections } from "@/lib/core/db/connection-watch";
import { isDatabaseSilent, reportOutage, setDatabaseSilent } from "@/lib/core/db/database-health";
import { DATABASE_SILENT } from "@/lib/core/db/outage";
import { env } from "@/lib/core/env/env";
import { processState } from "@/lib/core/process/process-state";
import { gauge } from "@/lib/core/telemetry/metrics";

const DEFAULT_SIZE = 16;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** A connection keeps the statements of past days until it closes (ADR 44). */
const CONNECTION_LIFETIME_SECONDS = 43_200;
const CLOSE_DEADLINE_MS = 5_000;

type OpenPool = { pool: Pool; watch: ConnectionWatch; config: ClientConfig };

const state = (): { url?: string; size?: number; held?: OpenPool } =>
  processState("database", () => ({}));

/** Sets the database of this process, and how many connections its pool may open. */
export function configureDatabase(url: string, size: number = DEFAULT_SIZE): void {
  state().url = url;
  state().size = size;
}

/** The pool that Prisma and the hot statements share. @throws Error if no database is configured yet */
export function pool(): Pool {
  return open().pool;
}

/** A connection reserved for one task. */
export type OwnConnection = Client;

/** Runs background work, whose statements may take long, on a connection of its own, so that it delays no requests. */
export function withOwnConnection<T>(
  applicationName: string,
  statementTimeoutMs: number,
  work: (client: OwnConnection) => Promise<T>,
): Promise<T> {
  const { watch, config } = open();
  const own = { application_name: applicationName, statement_timeout: statementTimeoutMs };
  return connected(new watch.Client({ ...config, ...own }), work);
}

/** Runs `work` on a client while it is connected. */
export async function connected<T>(
  client: Client,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  // A broken connection also rejects the running statement.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

function open(): OpenPool {
  const current = state();
  current.held ??= connect(current.url ?? env().databaseUrl, current.size ?? DEFAULT_SIZE);
  return current.held;
}

function connect(url: string | undefined, max: number): OpenPool {
  if (!url) throw new Error("No database is configured: start through server.ts");
  const config = {
    connectionString: url,
    application_name: "latchkey",
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    types: columnTypes,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  const watch = watchConnections(config, () => newPool);
  const newPool = new Pool({
    ...config,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
    Client: watch.Client,
  });
  // Without a listener, losing an idle connection would end the process. A closing pool drops its connections on
  // purpose.
  newPool.on("error", ({ message }) => {
    if (!newPool.ending) reportOutage({ kind: "lost", reason: `idle connection: ${message}` });
  });
  failFastWhileSilent(newPool);
  return { pool: newPool, watch, config };
}

/** While the database is silent, fails what needs a connection, instead of letting it wait for one. */
function failFastWhileSilent(newPool: Pool): void {
  newPool.connect = new Proxy(newPool.connect, {
    apply(connect, self, args: [((error: Error) => void)?]) {
      if (!isDatabaseSilent()) return Reflect.apply(connect, self, args);
      const error = new Error(DATABASE_SILENT);
      const [callback] = args;
      if (!callback) return Promise.reject(error);
      // Not at once: a caller that repeats its statement without a pause would keep the answer of the database unread.
      return setImmediate(callback, error);
    },
  });
}

/** Closes connections when their queries end, or at the deadline: a silent database must not keep the process alive. */
export async function closePool(deadlineMs: number = CLOSE_DEADLINE_MS): Promise<void> {
  for (let { held } = state(); held; { held } = state()) {
    const { pool: closing, watch } = held;
    delete state().held;
    const deadline = setTimeout(() => watch.cut("the service is shutting down"), deadlineMs);
    await closing.end();
    await watch.closed();
    clearTimeout(deadline);
    setDatabaseSilent(false);
  }
}

/** Reads `int8` as a number: every one that is stored is at most 2^53-1. All other types are read as node-postgres does. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === types.builtins.INT8 ? readInteger : types.getTypeParser(id, format),
};

/** An integer of 64 bits as a number. @throws RangeError if it does not fit */
export function readInteger(integer: string | bigint): number {
  const value = Number(integer);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${integer} does not fit into a number`);
}

/** Measuring opens no pool. */
const openPool = (): Pool | undefined => state().held?.pool;

gauge(
  {
    name: "latchkey_database_connections",
    help: "Open database connections of this process, by state: busy or idle.",
    labels: ["state"],
  },
  (connections) => {
    const { totalCount = 0, idleCount = 0 } = openPool() ?? {};
    connections.set({ state: "busy" }, totalCount - idleCount);
    connections.set({ state: "idle" }, idleCount);
  },
);
gauge(
  {
    name: "latchkey_database_connections_max",
    help: "Database connections that this process may open.",
  },
  (most) => most.set(openPool()?.options.max ?? 0),
);
gauge(
  { name: "latchkey_database_waiting", help: "Statements that wait for a database connection." },
  (waiting) => waiting.set(openPool()?.waitingCount ?? 0),
);
