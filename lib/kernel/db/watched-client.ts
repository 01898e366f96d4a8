import { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { noteOutage } from "@/lib/kernel/db/database-health";

/** SQLSTATE of class 08: a statement was sent on the connection and its outcome is unknown. */
const CONNECTION_FAILURE = "08006";

/** A connection that was given up because the database no longer answers on it. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
  readonly code = CONNECTION_FAILURE;
}

/**
 * A connection that knows how long it has waited for an answer, and that can be given up. pg's own
 * `query_timeout` rejects the query but leaves the connection in the pool with the query pending.
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
    // The pool has sent the first statement by now: it is waited for.
    this.on("connect", () => {
      this.#connected = true;
      this.#answeredAt = performance.now();
    });
    // Emitted when nothing is left to be answered; an error of a statement is an answer as well.
    this.on("drain", () => {
      this.#waitingSince = undefined;
      this.#answeredAt = performance.now();
    });
    this.on("end", () => {
      if (!this.#connected) noteOutage("unreachable");
      else if (this.#waitingSince !== undefined) noteOutage("lost");
    });
  }

  /** Whether the connection is open and the role has been authenticated. */
  get isConnected(): boolean {
    return this.#connected;
  }

  /** Since when it has waited for an answer, by `performance.now()`; `undefined` if it does not. */
  get waitingSince(): number | undefined {
    return this.#connected ? this.#waitingSince : this.#openedAt;
  }

  /** When it last got an answer, by `performance.now()`. */
  get answeredAt(): number {
    return this.#answeredAt;
  }

  /** The process id that the server, or a pooler in front of it, gave to this connection. */
  get backendPid(): number | undefined {
    // pg keeps it for cancel requests; its types leave it out.
    const { processID } = this as { processID?: unknown };
    return typeof processID === "number" ? processID : undefined;
  }

  /** Closes the socket without a farewell; what waits for an answer fails with `reason`. */
  abandon(reason: string): void {
    this.#socket.destroy(new ConnectionLostError(reason));
  }
}
