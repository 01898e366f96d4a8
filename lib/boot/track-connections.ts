import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The open connections of an HTTP server, so that it can end with none left. */
export interface Connections {
  /** Says that a connection left HTTP for another protocol. */
  upgraded(socket: Duplex): void;
  /** From now on every answer says `Connection: close`, also those that were asked for before. */
  closeAfterAnswers(): void;
  /** Ends connections that wait for a request. One that has begun to send a request stays. */
  endIdle(): void;
  /** Ends connections that left HTTP. */
  endUpgraded(): void;
  /** Ends all. @returns How many there were. */
  cut(): number;
}

/** Follows the connections of a server from now on; call it before other listeners are added. */
export function trackConnections(server: Server): Connections {
  const sockets = new Set<Socket>();
  const upgraded = new Set<Duplex>();
  const answers = new Set<ServerResponse>();
  let closing = false;
  server.on("connection", (socket) => keepWhileOpen(sockets, socket));
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
      // To Node, a connection that never sent a byte has a request under way.
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
