import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import type { UpgradeListener } from "@/lib/boot/listen";

/** Below it, Next's development server tells browsers what was recompiled. */
const KNOWN = "/_next/";

/** Keeps Next from taking over upgrades of the real server. */
export interface UpgradesForNext {
  /** Never listens. Next adds its listener here. */
  readonly server: Server;
  /** Passes on what Next answers, and refuses the rest. For development only. */
  readonly pass: UpgradeListener;
}

/**
 * Next listens for upgrades on the server that it is given, or else on that of its first request, and never
 * answers one that it does not know: the connection stays open for good.
 */
export function upgradesForNext(): UpgradesForNext {
  const server = createServer();
  return { server, pass: (...upgrade) => pass(server, ...upgrade) };
}

function pass(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  // Node's own listener is gone from a connection that was handed over.
  socket.on("error", () => socket.destroy());
  if (request.url?.startsWith(KNOWN) && server.emit("upgrade", request, socket, head)) return;
  socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
}
