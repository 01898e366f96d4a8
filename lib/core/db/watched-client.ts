import { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { noteOutage } from "@/lib/core/db/database-health";

/** SQLSTATE of class 08: a statement was sent on the connection and its outcome is unknown. */
const CONNECTION_FAILURE = "08006";

/** A connection that was abandoned because the database no longer responds on it. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
  readonly code = CONNECTION_FAILURE;
}

/**
 * A connection that knows how long it has waited for a response and can be abandoned. pg's own `query_timeout` rejects
 * the query but leaves the connection in the pool with the query pending.
 */
export class WatchedClient extends Client {
  readonly #socket: Socket;
  #connected = false;
  readonly #openedAt = performance.now();
  #waitingSince: number | undefined;
  #answeredAt = 0;

  constructor(config?: ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.query = new Proxy(this.query, {
      apply: (_query, client, args) => {
        this.#waitingSince = performance.now();
        return Reflect.apply(Client.prototype.query, client, args);
      },
    });
    // The pool has sent the first statement by now.
    this.on("connect", () => {
      this.#connected = true;
    });
    // After each statement, also one that failed, and once the connection is open.
    this.connection.on("readyForQuery", () => {
      this.#answeredAt = performance.now();
    });
    // Emitted when nothing is pending: not while the pool has the next statement at once.
    this.on("drain", () => {
      this.#waitingSince = undefined;
    });
    this.on("end", () => {
      if (!this.#connected) noteOutage("unreachable");
      else if (this.#waitingSince !== undefined) noteOutage("lost");
    });
  }

  /** Whether the connection is open and authenticated. */
  get isConnected(): boolean {
    return this.#connected;
  }

  /** Whether the server has sent anything on it. */
  get hasHeard(): boolean {
    return this.#socket.bytesRead > 0;
  }

  /** When it started to wait for a response, by `performance.now()`; `undefined` if it is not waiting. */
  get waitingSince(): number | undefined {
    return this.#connected ? this.#waitingSince : this.#openedAt;
  }

  /** When it last received a response, by `performance.now()`. */
  get answeredAt(): number {
    return this.#answeredAt;
  }

  /** The process id that the server, or a pooler in front of it, assigned to this connection. */
  get backendPid(): number | undefined {
    // pg keeps it for cancel requests but leaves it out of its types.
    const { processID } = this as { processID?: unknown };
    return typeof processID === "number" ? processID : undefined;
  }

  /** Closes the socket without notice; pending queries fail with `reason`. */
  abandon(reason: string): void {
    this.#socket.destroy(new ConnectionLostError(reason));
  }
}
