import { Socket } from "node:net";
import { Client, type ClientConfig, type Pool } from "pg";
import {
  isDatabaseSilent,
  noteAnswer,
  noteOutage,
  setDatabaseSilent,
} from "@/lib/core/db/database-health";

/** How often connections are looked at; every time is counted in these ticks. */
const TICK_MS = 250;
/** Ticks for TCP, TLS, and each step of authentication, and ticks beyond the server's own limit for a statement. */
const [CONNECT, GRACE] = [10, 4];

/**
 * A connection that knows how long it has waited for a response and can be abandoned. pg's own `query_timeout` rejects
 * the query but leaves the connection in the pool with the query pending.
 */
class WatchedClient extends Client {
  /** Ticks for which it has waited for a response without receiving anything. */
  quiet = 0;
  /** Whether this process gave it up. */
  isAbandoned = false;
  readonly #socket: Socket;
  readonly #limit: number;
  #bytesRead = 0;

  constructor(config?: ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.#limit = Number(config?.statement_timeout) / TICK_MS + GRACE;
    this.on("end", () => {
      const { isReady } = this.#state;
      if (!isReady) noteOutage(isReady === undefined ? "unreachable" : "lost");
    });
  }

  /** What pg knows but leaves out of its types: readiness is undefined until the connection is open. */
  get #state(): { isReady: boolean | undefined; isEnding: boolean } {
    const { readyForQuery, _ending } = this as { readyForQuery?: boolean; _ending?: boolean };
    return { isReady: readyForQuery, isEnding: _ending === true };
  }

  /** Whether the server owes it a response. */
  get isWaiting(): boolean {
    const { isReady, isEnding } = this.#state;
    return !isReady || isEnding;
  }

  /** Whether it has waited longer than any response takes. */
  get isOverdue(): boolean {
    return this.quiet > (this.#state.isReady === undefined ? CONNECT : this.#limit);
  }

  /** The process id that the server, or a pooler in front of it, assigned to this connection; 0 before. */
  get backendPid(): number {
    return Number(Reflect.get(this, "processID"));
  }

  /** Counts a tick. @returns whether the server has sent anything since the last one */
  tick(): boolean {
    const { bytesRead } = this.#socket;
    const heard = bytesRead !== this.#bytesRead;
    this.#bytesRead = bytesRead;
    this.quiet = heard || !this.isWaiting ? 0 : this.quiet + 1;
    return heard;
  }

  /** Closes the socket without notice; pending queries fail with `reason`. */
  abandon(reason: string): void {
    this.isAbandoned = true;
    this.#socket.destroy(new ConnectionLostError(reason));
  }
}

/** A connection was abandoned because the database no longer responds on it. */
class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
  /** SQLSTATE of class 08: a statement was sent on the connection and its outcome is unknown. */
  readonly code = "08006";
}

/** Ticks without a response after which the server is asked on a new connection: a second. */
const SLOW = 4;
/** After two seconds, it is asked on an idle connection too: it may take no new ones. */
const SECOND_OPINION = 8;
/** After four seconds without a byte on any connection, the database is silent. */
const SILENT = 16;

/** Connections that are watched together. */
export type ConnectionWatch = ReturnType<typeof watchConnections>;

/**
 * Watches connections, and is the one place that finds out whether the database responds. It is up until nothing comes
 * back for four seconds on any connection, new ones included. Then it is silent: whatever waits fails, and it is asked
 * on a new connection until something comes back.
 *
 * While it is up, a half-open connection looks like a slow statement, so the server is asked which connections it works
 * for. One that it does not is closed, together with idle ones. Statements are never sent again: the outcome of a lost
 * one is unknown.
 * @param config of the connections on which the server is asked
 * @param pool whose idle connections may be asked
 */
export function watchConnections(config: ClientConfig, pool: () => Pool) {
  const clients = new Set<WatchedClient>();
  let suspects: readonly WatchedClient[] = [];
  let isAsking = false;
  let hasAnswered = false;
  /** Ticks since the server was asked, and since anything came back to those that wait. */
  let sinceAsked = SLOW;
  let silence = 0;

  /** The class for every connection. */
  class Watched extends WatchedClient {
    constructor(clientConfig?: ClientConfig) {
      super(clientConfig);
      clients.add(this);
      this.on("end", () => clients.delete(this));
    }
  }

  const isIdle = ({ isWaiting }: WatchedClient) => !isWaiting;
  const isStuck = ({ quiet }: WatchedClient) => quiet >= SLOW;
  const isOverdue = (client: WatchedClient) => client.isOverdue;

  const cut = (reason: string, which: (client: WatchedClient) => boolean = () => true) => {
    for (const client of [...clients].filter(which)) client.abandon(reason);
  };
  // They may be dead too, and new ones are not.
  const cutIdle = () => cut("closed because other connections to the database were lost", isIdle);

  const tick = () => {
    const heard = [...clients].map((client) => client.tick()).some(Boolean) || hasAnswered;
    hasAnswered = false;
    const isWaitedFor = isDatabaseSilent() || ![...clients].every(isIdle);
    silence = heard || !isWaitedFor ? 0 : silence + 1;
    if (heard) {
      noteAnswer();
      if (isDatabaseSilent()) cutIdle();
      setDatabaseSilent(false);
    } else if (silence >= SILENT && !isDatabaseSilent()) setDatabaseSilent(true);
    cut("the database did not respond in time", isDatabaseSilent() ? isStuck : isOverdue);
    const dead = suspects.filter(isStuck);
    suspects = [];
    for (const client of dead) client.abandon("the connection to the database was lost");
    if (dead.length > 0) cutIdle();
    sinceAsked += 1;
    const isDue = isDatabaseSilent() || (sinceAsked >= SLOW && [...clients].some(isStuck));
    if (isDue && !isAsking) void ask();
    if (silence === SECOND_OPINION && pool().idleCount > 0)
      pool()
        .query(PING)
        .catch(() => {});
  };
  // After reading what has arrived meanwhile: this process may have been busy.
  const timer = setInterval(() => setImmediate(tick), TICK_MS).unref();

  const ask = async () => {
    isAsking = true;
    sinceAsked = 0;
    const stuck = [...clients].filter(isStuck);
    const client = new Watched({ ...config, ...ASKING });
    // The error event repeats the rejection.
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ own: number; working: number[] }>(LIST_WORKING);
      const { own, working = [] } = rows[0] ?? {};
      const isForgotten = ({ backendPid }: WatchedClient) => !working.includes(backendPid);
      // A pooler hides the process ids. A response that is in flight arrives before the next tick.
      if (own === client.backendPid) suspects = stuck.filter(isForgotten);
    } catch {
      // Any error is an answer too, which those that wait will report.
    } finally {
      hasAnswered = !client.isAbandoned;
      isAsking = false;
      void client.end();
    }
  };

  return {
    Client: Watched,
    cut,
    /** Stops watching; resolves once every connection is closed. */
    async closed() {
      clearInterval(timer);
      // Not events.once, which rejects when a connection ends with an error.
      const ends = [...clients].map(
        (client) => new Promise<void>((ended) => client.on("end", ended)),
      );
      await Promise.all(ends);
    },
  };
}

const PING = "SELECT 1";
const ASKING = { application_name: "latchkey-watch", statement_timeout: 1_000 };

/** A statement that waits for the client is one that never arrived completely. */
const LIST_WORKING = `SELECT pg_backend_pid() AS own, coalesce(array_agg(pid), '{}') AS working
  FROM pg_stat_activity WHERE usename = current_user AND datname = current_database()
    AND state = 'active' AND wait_event IS DISTINCT FROM 'ClientRead'`;
