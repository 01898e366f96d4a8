import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import type { UpgradeListener } from "@/lib/server/listen";

/** Next's development server sends updates to browsers below this path. */
const KNOWN = "/_next/";

/** Keeps Next from taking over upgrades of the real server. */
export interface UpgradesForNext {
  /** Never listens. Next adds its listener here. */
  readonly server: Server;
  /** Passes on what Next handles, and rejects the rest. For development only. */
  readonly pass: UpgradeListener;
}

/**
 * Next listens for upgrades on the server it is given, or else on that of its first request, and never answers unknown
 * ones, which would stay open forever.
 */
export function upgradesForNext(): UpgradesForNext {
  const server = createServer();
  return { server, pass: (...upgrade) => pass(server, ...upgrade) };
}

function pass(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  // Node removed its own listener when it handed over the connection.
  socket.on("error", () => socket.destroy());
  if (request.url?.startsWith(KNOWN) && server.emit("upgrade", request, socket, head)) return;
  socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
}
