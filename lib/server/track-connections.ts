import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { gauge } from "@/lib/core/telemetry/metrics";

const openConnections = gauge({
  name: "latchkey_http_connections",
  help: "Open connections of callers.",
});

/** The open connections of an HTTP server, so that it can end without any left. */
export interface Connections {
  /** Marks a connection as upgraded to another protocol. */
  upgraded(socket: Duplex): void;
  /** From now on, every response has `Connection: close`, even to earlier requests. */
  closeAfterAnswers(): void;
  /** Ends connections waiting for a request. One that has started to send a request stays. */
  endIdle(): void;
  /** Ends upgraded connections. */
  endUpgraded(): void;
  /**
   * Ends all connections.
   * @returns How many there were.
   */
  cut(): number;
}

/** Tracks the connections of a server from now on; call it before other listeners are added. */
export function trackConnections(server: Server): Connections {
  const sockets = new Set<Socket>();
  const upgraded = new Set<Duplex>();
  const answers = new Set<ServerResponse>();
  let closing = false;
  server.on("connection", (socket) => {
    keepWhileOpen(sockets, socket);
    openConnections().inc();
    socket.once("close", () => openConnections().dec());
  });
  server.on("request", (_, response) => {
    keepWhileOpen(answers, response);
    if (closing) response.shouldKeepAlive = false;
  });
  return {
    upgraded: (socket) => keepWhileOpen(upgraded, socket),
    closeAfterAnswers() {
      closing = true;
      for (const answer of answers) if (!answer.headersSent) answer.shouldKeepAlive = false;
    },
    endIdle() {
      server.closeIdleConnections();
      // Node considers a connection that never sent a byte as having an active request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    },
    endUpgraded() {
      for (const socket of upgraded) socket.destroy();
    },
    cut() {
      const count = sockets.size;
      for (const socket of sockets) socket.destroy();
      return count;
    },
  };
}

function keepWhileOpen<T extends { once(event: "close", listener: () => void): unknown }>(
  open: Set<T>,
  one: T,
): void {
  open.add(one);
  one.once("close", () => open.delete(one));
}
