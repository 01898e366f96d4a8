import type { ClientConfig, Pool } from "pg";
import { WatchedClient } from "@/lib/core/db/watched-client";

/** How often connections are checked. */
const TICK_MS = 250;
/** After waiting this long for a response, ask the server on another connection. */
const SUSPICIOUS_MS = 1_000;
/** When an idle connection is asked too, because the new one has not answered. */
const SECOND_OPINION_MS = 750;
/** When to give up on any statement while the database is silent. */
const SILENT_DEADLINE_MS = 5_000;
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

type WatchOptions = {
  /** When to give up on any statement, in milliseconds; must exceed the server's own timeout. */
  deadlineMs: number;
  /** Called when the database answers on no connection any more, and when it answers again. */
  onSilence?: (isSilent: boolean) => void;
  /** Whose idle connections may be asked. */
  pool?: () => Pool;
};

/**
 * Watches the connections of a pool. A half-open connection looks like a slow statement, so after a second without a
 * response, a new connection asks the server whether it is working on that statement. If it twice is not, the
 * connection is closed, together with connections idle since then. Statements are never sent again: the outcome of a
 * lost one is unknown.
 *
 * If neither the new connection nor any other answers, the database is silent. From then on, it is asked four times a
 * second, as far as it refuses or answers, until it is back.
 *
 * @param config The configuration of the pool.
 */
export function watchConnections(
  config: ClientConfig,
  { deadlineMs, onSilence = () => {}, pool }: WatchOptions,
): ConnectionWatch {
  const clients = new Set<WatchedClient>();
  let silentSince: number | undefined;
  let busyAt = 0;
  let isClosed = false;
  let suspects: ReadonlyMap<WatchedClient, number> = new Map();
  let asking = false;
  let lookedAt = performance.now();

  const look = async () => {
    const sinceLook = performance.now() - lookedAt;
    lookedAt += sinceLook;
    // This process was busy, and responses that have arrived are not read yet.
    if (sinceLook > 2 * TICK_MS) {
      busyAt = lookedAt;
      return;
    }
    const waitedMs = waitSince(busyAt);
    closeOverdue(clients, silentSince === undefined ? deadlineMs : SILENT_DEADLINE_MS, waitedMs);
    const slowClients = [...clients].filter((client) => waitedMs(client) > SUSPICIOUS_MS);
    if (slowClients.length === 0) suspects = new Map();
    if ((slowClients.length === 0 && silentSince === undefined) || asking) return;
    asking = true;
    try {
      const askedAt = performance.now();
      const connected = slowClients.filter((client) => client.isConnected);
      const now = new Map(connected.map((client) => [client, client.waitingSince ?? 0]));
      // One that works may be idle. A connection that fails reports this itself.
      const askToo = () => {
        const idlePool = silentSince === undefined && pool?.();
        if (idlePool && idlePool.idleCount > 0) idlePool.query("SELECT 1").catch(() => {});
      };
      const secondOpinion = setTimeout(askToo, SECOND_OPINION_MS);
      const isWorking = await askBackends(
        config,
        silentSince === undefined ? ANSWER_MS.working : ANSWER_MS.silent,
      );
      clearTimeout(secondOpinion);
      const hears = [...clients].some(({ answeredAt }) => answeredAt > askedAt);
      const answers = isWorking !== "silent" || hears;
      if (answers || busyAt < askedAt) noteAnswer(answers);
      if (!isWorking || isWorking === "silent") return;
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
  const noteAnswer = (answers: boolean) => {
    if (isClosed || answers === (silentSince === undefined)) return;
    // Connections that were idle meanwhile may be dead, and new ones are not.
    if (silentSince !== undefined) closeUnused(clients, silentSince);
    silentSince = answers ? undefined : performance.now();
    onSilence(!answers);
  };

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
      isClosed = true;
      // Not events.once, which rejects when a connection ends with an error.
      await Promise.all(
        [...clients].map((client) => new Promise<void>((done) => client.on("end", done))),
      );
    },
  };
}

/** For how many milliseconds a connection has waited for a response. Until `busyAt`, this process could read none. */
type WaitedMs = (client: WatchedClient) => number;

function waitSince(busyAt: number): WaitedMs {
  return ({ waitingSince }) =>
    waitingSince === undefined ? 0 : performance.now() - Math.max(waitingSince, busyAt);
}

function closeOverdue(
  clients: ReadonlySet<WatchedClient>,
  deadlineMs: number,
  waitedMs: WaitedMs,
): void {
  for (const client of clients) {
    const limit = client.isConnected ? deadlineMs : CONNECT_MS;
    if (waitedMs(client) <= limit) continue;
    client.abandon(`the database did not respond within ${limit} ms`);
  }
}

function closeDead(
  clients: ReadonlySet<WatchedClient>,
  dead: readonly (readonly [WatchedClient, number])[],
): void {
  const faultAt = Math.min(...dead.map(([, since]) => since));
  for (const [client] of dead) client.abandon("the connection to the database was lost");
  closeUnused(clients, faultAt);
}

function closeUnused(clients: ReadonlySet<WatchedClient>, faultAt: number): void {
  for (const client of clients) {
    const unused = client.waitingSince === undefined && client.answeredAt < faultAt;
    if (unused) client.abandon("closed because other connections to the database were lost");
  }
}

/** How long an answer may take: while the database is silent less, because it is asked again. */
const ANSWER_MS = { working: 2_000, silent: 1_000 };

/** Whether the server is running a statement for the connection with this process id. */
type IsWorking = (backendPid: number | undefined) => boolean;

/**
 * Asks the server, on a separate connection, which connections it is working for.
 *
 * @returns `silent` if nothing at all comes back in time; `undefined` if it is an error, or if a pooler hides the process ids.
 */
async function askBackends(
  config: ClientConfig,
  withinMs: number,
): Promise<IsWorking | "silent" | undefined> {
  const client = new WatchedClient({ ...config, application_name: "latchkey-watch" });
  let isSilent = false;
  const timer = setTimeout(() => {
    // A server that is merely slow, or this process, has begun to talk.
    isSilent = !client.hasHeard;
    client.abandon("no answer in time");
  }, withinMs);
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
    return isSilent ? "silent" : undefined;
  } finally {
    // Not awaited: an unanswered goodbye ends with the timeout.
    void client.end();
  }
}
