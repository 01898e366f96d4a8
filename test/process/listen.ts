import { once } from "node:events";
import { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Where a server listens, and what ends it with its connections. */
export type Listening = { port: number; origin: string; close(): Promise<void> };

/** Lets a server listen on 127.0.0.1, on a free port or a certain one. */
export async function listen(server: Server, port = 0): Promise<Listening> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      if (server instanceof HttpServer) server.closeAllConnections();
      await closed;
    },
  };
}
