import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
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

/**
 * Listens for HTTP.
 *
 * @throws StartupError that says what to do if the port is taken or not allowed.
 */
export async function listen(address: Address, listener: RequestListener): Promise<Server> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  server.listen(address.port, address.host);
  try {
    await once(server, "listening");
  } catch (cause) {
    throw new StartupError(explain(address, cause), { cause });
  }
  return server;
}

/** Finds out before anything is started whether {@link listen} will succeed. */
export async function checkPort(address: Address): Promise<void> {
  const server = await listen(address, () => {});
  server.close();
  await once(server, "close");
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

/** Stops accepting, lets requests under way finish, and after 10 s cuts those that do not. */
export async function stopListening(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  // A connection kept alive is idle only after its last answer.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_DEADLINE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
