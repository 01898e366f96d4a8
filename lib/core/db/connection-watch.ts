import type { ClientConfig } from "pg";
import { WatchedClient } from "@/lib/core/db/watched-client";

/** How often connections are checked. */
const TICK_MS = 250;
/** After waiting this long for a response, ask the server on another connection. */
const SUSPICIOUS_MS = 1_000;
/** Limit for TCP, TLS and authentication of a new connection. */
const CONNECT_MS = 2_500;

/** Detects connections on which the database no longer responds. */
export type ConnectionWatch = {
  /** The connection class for the pool. */
  Client: new (
    config?: ClientConfig,
  ) => WatchedClient;
  /** Connections whose socket is still open. */
  clients: ReadonlySet<WatchedClient>;
  /** Stops watching; resolves once every connection is closed. */
  closed(): Promise<void>;
};

/**
 * Watches the connections of a pool. A half-open connection looks like a slow statement, so after a second without a
 * response, a new connection asks the server whether it is working on that statement. If it twice is not, the
 * connection is closed, together with connections idle since then. Statements are never sent again: the outcome of a
 * lost one is unknown.
 *
 * @param config The configuration of the pool.
 * @param deadlineMs When to give up on any statement; must exceed the server's own timeout.
 */
export function watchConnections(config: ClientConfig, deadlineMs: number): ConnectionWatch {
  const clients = new Set<WatchedClient>();
  let suspects: ReadonlyMap<WatchedClient, number> = new Map();
  let asking = false;
  let lookedAt = performance.now();

  const look = async () => {
    const sinceLook = performance.now() - lookedAt;
    lookedAt += sinceLook;
    // This process was busy, and responses that have arrived are not read yet.
    if (sinceLook > 2 * TICK_MS) return;
    closeOverdue(clients, deadlineMs);
    const slowClients = [...clients].filter((client) => waitedMs(client) > SUSPICIOUS_MS);
    if (slowClients.length === 0) suspects = new Map();
    if (slowClients.length === 0 || asking) return;
    asking = true;
    try {
      const now = new Map(slowClients.map((client) => [client, client.waitingSince ?? 0]));
      const isWorking = await askBackends(config);
      if (!isWorking) return;
      const silent = [...now].filter(
        ([client, since]) => client.waitingSince === since && !isWorking(client.backendPid),
      );
      // A response may be in flight, so close only connections that were silent last time too.
      const dead = silent.filter(([client, since]) => suspects.get(client) === since);
      suspects = new Map(silent);
      if (dead.length > 0) closeDead(clients, dead);
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(() => void look(), TICK_MS).unref();

  return {
    Client: class extends WatchedClient {
      constructor(config?: ClientConfig) {
        super(config);
        clients.add(this);
        this.on("end", () => clients.delete(this));
      }
    },
    clients,
    async closed() {
      clearInterval(timer);
      // Not events.once, which rejects when a connection ends with an error.
      await Promise.all(
        [...clients].map((client) => new Promise<void>((done) => client.on("end", done))),
      );
    },
  };
}

function waitedMs(client: WatchedClient): number {
  const { isConnected, waitingSince } = client;
  return isConnected && waitingSince !== undefined ? performance.now() - waitingSince : 0;
}

function closeOverdue(clients: ReadonlySet<WatchedClient>, deadlineMs: number): void {
  for (const client of clients) {
    const { isConnected, waitingSince } = client;
    if (waitingSince === undefined) continue;
    const limit = isConnected ? deadlineMs : CONNECT_MS;
    if (performance.now() - waitingSince <= limit) continue;
    client.abandon(`the database did not respond within ${limit} ms`);
  }
}

function closeDead(
  clients: ReadonlySet<WatchedClient>,
  dead: readonly (readonly [WatchedClient, number])[],
): void {
  const faultAt = Math.min(...dead.map(([, since]) => since));
  for (const [client] of dead) client.abandon("the connection to the database was lost");
  for (const client of clients) {
    const unused = client.waitingSince === undefined && client.answeredAt < faultAt;
    if (unused) client.abandon("closed because other connections to the database were lost");
  }
}

const ANSWER_MS = 2_000;

/** Whether the server is running a statement for the connection with this process id. */
type IsWorking = (backendPid: number | undefined) => boolean;

/**
 * Asks the server, on a separate connection, which connections it is working for.
 *
 * @returns `undefined` if it does not respond, or if a pooler hides the process ids.
 */
async function askBackends(config: ClientConfig): Promise<IsWorking | undefined> {
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
