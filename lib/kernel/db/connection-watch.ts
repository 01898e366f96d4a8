import type { ClientConfig } from "pg";
import { askBackends } from "@/lib/kernel/db/ask-backends";
import { WatchedClient } from "@/lib/kernel/db/watched-client";

/** How often connections are looked at. */
const TICK_MS = 250;
/** An answer that takes longer is asked for on another connection. */
const SUSPICIOUS_MS = 1_000;
/** For TCP, TLS and authentication of a new connection. */
const CONNECT_MS = 2_500;

/** Finds the connections of a pool on which the database has stopped to answer. */
export type ConnectionWatch = {
  /** The class that the pool makes its connections of. */
  Client: new (
    config?: ClientConfig,
  ) => WatchedClient;
  /** Connections whose socket is not closed yet. */
  clients: ReadonlySet<WatchedClient>;
  /** Stops watching; resolves once every connection is closed. */
  closed(): Promise<void>;
};

/**
 * Watches the connections of a pool. A half-open connection looks the same as a slow statement, so
 * when an answer takes longer than a second, the server is asked on a new connection whether
 * it works on that statement. If it twice does not, the connection is closed, and so are idle
 * ones that have not been used since. Nothing is sent again: the outcome of a lost statement is unknown.
 *
 * @param config Of the pool.
 * @param deadlineMs When a statement is given up in any case; more than the server's own timeout.
 */
export function watchConnections(config: ClientConfig, deadlineMs: number): ConnectionWatch {
  const clients = new Set<WatchedClient>();
  let suspects: ReadonlyMap<WatchedClient, number> = new Map();
  let asking = false;

  const look = async () => {
    closeOverdue(clients, deadlineMs);
    const waiting = [...clients].filter((client) => waitedMs(client) > SUSPICIOUS_MS);
    if (waiting.length === 0) suspects = new Map();
    if (waiting.length === 0 || asking) return;
    asking = true;
    try {
      const now = new Map(waiting.map((client) => [client, client.waitingSince ?? 0]));
      const isWorking = await askBackends(config);
      if (!isWorking) return;
      const silent = [...now].filter(
        ([client, since]) => client.waitingSince === since && !isWorking(client.backendPid),
      );
      // An answer may be on its way: only what was silent the last time as well is closed.
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
      constructor(given?: ClientConfig) {
        super(given);
        clients.add(this);
        this.on("end", () => clients.delete(this));
      }
    },
    clients,
    async closed() {
      clearInterval(timer);
      // Not events.once, which rejects when a connection ends by an error.
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
    client.abandon(`the database did not answer within ${limit} ms`);
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
    if (unused) client.abandon("closed after others to the database were lost");
  }
}
