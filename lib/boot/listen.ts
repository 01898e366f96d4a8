import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { StartupError } from "@/lib/startup-error";

/** Longer than proxies keep idle connections (60 s): the proxy must be the one to close them. */
const KEEP_ALIVE_MS = 65_000;
const STOP_DEADLINE_MS = 10_000;
const IDLE_CHECK_MS = 100;

/** Where to listen. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Stops accepting, lets requests under way finish, and after 10 s cuts those that do not. */
export type StopListening = () => Promise<void>;

/** Takes over a connection that asks for another protocol. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => unknown;

/**
 * Listens for HTTP.
 *
 * @param upgrade Left out, a request to upgrade is answered like any other.
 * @throws StartupError that says what to do if the port is taken or not allowed.
 */
export async function listen(
  address: Address,
  listener: RequestListener,
  upgrade?: UpgradeListener,
): Promise<StopListening> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  server.listen(address.port, address.host);
  try {
    await once(server, "listening");
  } catch (cause) {
    throw new StartupError(explain(address, cause), { cause });
  }
  // Upgraded to another protocol, a connection is no longer the HTTP server's to close.
  const upgraded = new Set<Duplex>();
  if (upgrade) {
    server.on("upgrade", (request, socket, head) => {
      upgraded.add(socket);
      socket.once("close", () => upgraded.delete(socket));
      upgrade(request, socket, head);
    });
  }
  return () => stop(server, upgraded);
}

async function stop(server: Server, upgraded: ReadonlySet<Duplex>): Promise<void> {
  const closed = once(server, "close");
  server.close();
  for (const socket of upgraded) socket.destroy();
  // A connection kept alive is idle only after its last answer.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_DEADLINE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

/** Finds out before anything is started whether {@link listen} will succeed. */
export async function checkPort(address: Address): Promise<void> {
  const close = await listen(address, () => {});
  await close();
}

function explain({ host, port }: Address, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const other = `for example PORT=${port + 100} npm start`;
  if (code === "EADDRINUSE") {
    return `Port ${port} on ${host} is in use. Stop what uses it, or choose another: ${other}`;
  }
  if (code === "EACCES") {
    return `This user may not listen on port ${port}. Choose one above 1023: ${other}`;
  }
  return `Cannot listen on ${host}, port ${port}: ${cause instanceof Error ? cause.message : cause}`;
}
