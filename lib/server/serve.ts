import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Duplex } from "node:stream";
import next from "next";
import { endpoints } from "@/lib/api/endpoints";
import { METRICS_HEADERS } from "@/lib/api/metrics";
import { requestListener } from "@/lib/api/request-listener";
import { startDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { logFailure } from "@/lib/core/db/database-health";
import type { Env } from "@/lib/core/env/env";
import { startDraining } from "@/lib/core/http/server-state";
import { readMetrics } from "@/lib/core/telemetry/metrics";
import { startCallWriter } from "@/lib/gate/calls/flush-calls";
import { IMPORT_PATH } from "@/lib/platform/values";
import { listen, type UpgradeListener } from "@/lib/server/listen";
import type { Shutdown } from "@/lib/server/shutdown";

type Pages = { handle: RequestListener; upgrade: UpgradeListener };

/** How long requests are still served while readiness already fails, for load balancers. In milliseconds. */
const noticeOf = ({ shutdownSeconds }: Env) => (shutdownSeconds * 1000) / 5;

/** Prepares Next in this process. */
export async function preparePages({ development: dev, host, port }: Env): Promise<Pages> {
  // Next listens for upgrades on the server it is given, or else on that of its first request, and never answers unknown
  // ones, which would stay open forever. This one never listens.
  const httpServer = createServer();
  const app = next({ dev, hostname: host, port, httpServer });
  await app.prepare();
  const upgrade: UpgradeListener = (...upgraded) => passUpgrade(httpServer, ...upgraded);
  return { handle: app.getRequestHandler(), upgrade };
}

/** Serves pages and endpoints, stores calls, and calls extensions. @throws StartupError as {@link listen} does */
export async function serve(environment: Env, pages: Pages, shutdown: Shutdown): Promise<void> {
  const listener = requestListener(environment, endpoints, pages.handle);
  shutdown.add("workers", startCallWriter());
  shutdown.add("workers", startDeliveryWorker());
  const stopListening = await listen(environment, listener, {
    maxConnections: environment.maxConnections,
    limitsBody: ({ url = "" }) => url.split("?", 1)[0] === IMPORT_PATH,
    ...(environment.development && { upgrade: pages.upgrade }),
  });
  const noticeMs = environment.baseUrl.startsWith("https:") ? noticeOf(environment) : 0;
  shutdown.add("requests", (within) => {
    startDraining();
    return stopListening({ notice: Math.min(noticeMs, within), within });
  });
}

/** Next's development server sends updates to browsers below this path. */
const KNOWN = "/_next/";

/** Passes on what Next handles, and rejects the rest. For development only. */
function passUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  // Node removed its own listener when it handed over the connection.
  socket.on("error", () => socket.destroy());
  if (request.url?.startsWith(KNOWN) && server.emit("upgrade", request, socket, head)) return;
  socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
}

/**
 * Serves metrics at any path of a port of their own, to anyone, also while the database is away.
 * @returns a function that stops it
 * @throws StartupError as {@link listen} does
 */
export async function serveMetrics(
  host: string,
  port: number,
): Promise<(withinMs: number) => Promise<void>> {
  const stop = await listen({ host, port, setting: "METRICS_PORT" }, (_request, response) => {
    readMetrics()
      .then((text) => response.writeHead(200, METRICS_HEADERS).end(text))
      .catch((thrown: unknown) => {
        logFailure(thrown, "metrics failed");
        response.writeHead(500).end();
      });
  });
  return (within) => stop({ notice: 0, within });
}
