import { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { noteOutage } from "@/lib/core/db/database-health";

/** How often connections are looked at; every time is counted in these ticks. */
export const TICK_MS = 250;
/** Ticks for TCP, TLS, and each step of authentication, and ticks beyond the server's own limit for a statement. */
const [CONNECT, GRACE] = [10, 4];

/**
 * A connection that knows how long it has waited for a response and can be abandoned. pg's own `query_timeout` rejects
 * the query but leaves the connection in the pool with the query pending.
 */
export class WatchedClient extends Client {
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
