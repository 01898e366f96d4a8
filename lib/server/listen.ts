import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { type Socket, Server as TcpServer } from "node:net";
import type { Duplex } from "node:stream";
import { StartupError } from "@/lib/core/errors";
import { markSurplus } from "@/lib/core/http/server-state";
import { rateLimit } from "@/lib/core/limits/rate-limit";
import { wait, waitAtMost } from "@/lib/core/process/wait";
import { log } from "@/lib/core/telemetry/log";
import { gauge } from "@/lib/core/telemetry/metrics";

/** How long a caller may be silent, in milliseconds. */
interface SilenceLimits {
  /** From the connection, or the end of the previous request, to the end of the headers. */
  readonly headers: number;
  /** From there to the end of the body. */
  readonly request: number;
  /** Without a byte in either direction while a response is due or being sent. */
  readonly answer: number;
}

export const SILENCE: SilenceLimits = { headers: 20_000, request: 35_000, answer: 120_000 };
/** Longer than proxies keep idle connections (60 s), so that the proxy closes them first. */
const KEEP_ALIVE_MS = 65_000;
/** For a request in flight when the server decides to close the idle connection. */
const IDLE_GRACE_MS = 250;
const IDLE_CHECK_MS = 50;

interface Address {
  readonly host: string;
  readonly port: number;
  /** The environment variable that sets the port, for messages; by default PORT. */
  readonly setting?: string;
}

/** Times of a shutdown, in milliseconds. */
interface StopTimes {
  /** How long connections are still accepted, so that a load balancer can find another server. */
  readonly notice: number;
  /** After this, including the notice period, connections with an active request are cut. */
  readonly within: number;
}

/** Takes over a connection that requests another protocol. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => unknown;

/** Optional settings of {@link listen}. */
export interface ListenOptions {
  /** If omitted, upgrade requests are handled like any other (RFC 9110 section 7.8). */
  readonly upgrade?: UpgradeListener;
  readonly silence?: SilenceLimits;
  /** Connections on which requests are served. More are marked as surplus, and twice as many are closed at once. */
  readonly maxConnections?: number;
  /** Whether the handler of a request limits how long its body takes; by default none does. */
  readonly limitsBody?: (request: IncomingMessage) => boolean;
}

/**
 * Listens for HTTP.
 * @returns a function that answers active requests with `Connection: close`, then closes all connections
 * @throws StartupError that says what to do if the port is taken or not allowed
 */
export async function listen(
  address: Address,
  listener: RequestListener,
  {
    upgrade,
    silence = SILENCE,
    maxConnections = Number.POSITIVE_INFINITY,
    limitsBody = () => false,
  }: ListenOptions = {},
): Promise<(times: StopTimes) => Promise<void>> {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: silence.headers,
    requestTimeout: 0,
    connectionsCheckingInterval: silence.headers / 4,
  });
  server.timeout = silence.answer;
  const connections = trackConnections(server);
  limitConnections(server, maxConnections, connections.count);
  limitBodies(server, silence.request, limitsBody);
  server.on("request", listener);
  // With such a listener, Node handles no upgrade requests itself.
  if (upgrade) {
    server.on("upgrade", (request, socket, head) => {
      connections.upgraded(socket);
      upgrade(request, socket, head);
    });
  }
  server.listen(address.port, address.host);
  try {
    await once(server, "listening");
  } catch (cause) {
    throw new StartupError(explain(address, cause), { cause });
  }
  return (times) => stop(server, connections, times);
}

async function stop(
  server: Server,
  connections: ReturnType<typeof trackConnections>,
  { notice, within }: StopTimes,
): Promise<void> {
  const deadline = setTimeout(() => {
    const count = connections.cut();
    log().warn({ connections: count }, "connections were cut at the shutdown deadline");
  }, within);
  connections.closeAfterAnswers();
  if (notice > 0) await wait(notice);
  const whenClosed = once(server, "close");
  // The HTTP server's own close() ends idle connections at once, even if a request is in flight.
  TcpServer.prototype.close.call(server);
  connections.endUpgraded();
  await waitAtMost(whenClosed, IDLE_GRACE_MS);
  const idle = setInterval(() => connections.endIdle(), IDLE_CHECK_MS);
  await whenClosed;
  clearInterval(idle);
  clearTimeout(deadline);
}

/** Checks before anything is started that {@link listen} will succeed. */
export async function checkPort(address: Address): Promise<void> {
  const close = await listen(address, () => {});
  await close({ notice: 0, within: 0 });
}

function explain({ host, port, setting = "PORT" }: Address, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const command = `for example ${setting}=${port + 100} npm start`;
  if (code === "EADDRINUSE") {
    return `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port: ${command}`;
  }
  if (code === "EACCES") {
    return `This user is not allowed to listen on port ${port}. Choose a port above 1023: ${command}`;
  }
  return `Cannot listen on ${host}, port ${port}: ${cause instanceof Error ? cause.message : cause}`;
}

const mayWarn = rateLimit("too-many-connections", 1, 60_000);

/** Bounds the memory that connections take. A probe that opens one more still learns that the process is alive. */
function limitConnections(server: Server, most: number, count: () => number): void {
  server.on("connection", (socket) => {
    if (count() <= most) return;
    markSurplus(socket);
    if (count() > 2 * most) socket.destroy();
    if (!mayWarn("")) return;
    log().warn({ max_connections: most }, "more connections than MAX_CONNECTIONS are open");
  });
}

/**
 * Answers 408 to a body that is not complete in time. Unlike `requestTimeout` of node:http, it leaves some requests
 * alone until their response is finished: their handlers decide how long a body may take.
 */
function limitBodies(
  server: Server,
  withinMs: number,
  limitsItself: (request: IncomingMessage) => boolean,
): void {
  server.on("request", (request, response) => {
    if (!hasBody(request)) return;
    if (limitsItself(request)) {
      response.once("finish", () => limit(request, response, withinMs));
    } else {
      limit(request, response, withinMs);
    }
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding } = headers;
  return length !== "0" || coding !== undefined;
}

function limit(request: IncomingMessage, response: ServerResponse, withinMs: number): void {
  if (request.complete) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    const { socket } = request;
    if (!response.headersSent) {
      socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    }
    socket.destroySoon();
  }, withinMs);
  request.once("close", () => clearTimeout(timer));
}

const openConnections = gauge({
  name: "latchkey_http_connections",
  help: "Open connections of callers.",
});

/** Tracks the connections of a server, to end without any left. Call it before other listeners are added. */
function trackConnections(server: Server) {
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
    count: () => sockets.size,
    upgraded: (socket: Duplex) => keepWhileOpen(upgraded, socket),
    /** From now on, every response has `Connection: close`, even to earlier requests. */
    closeAfterAnswers() {
      closing = true;
      for (const answer of answers) if (!answer.headersSent) answer.shouldKeepAlive = false;
    },
    /** Ends connections waiting for a request. One that has started to send a request stays. */
    endIdle() {
      server.closeIdleConnections();
      // Node considers a connection that never sent a byte as having an active request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    },
    endUpgraded() {
      for (const socket of upgraded) socket.destroy();
    },
    /** Ends all connections. @returns how many there were */
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
