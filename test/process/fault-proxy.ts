import { connect, createServer, type Socket } from "node:net";
import { listen } from "@/test/process/listen";

/**
 * What the proxy does with the bytes of a connection, in both directions.
 * `black-hole` swallows them without telling either side, like a router that drops packets.
 */
export type Fault = { kind: "pass" } | { kind: "black-hole" } | { kind: "reset" };

export type FaultProxy = {
  port: number;
  /** The same address through the proxy. */
  through(url: string): string;
  /** How many connections are open. */
  connections(): number;
  /** Applies a fault to connections that are open now; later ones are not affected. */
  existing(fault: Fault): void;
  /** Applies a fault to connections opened from now on. */
  future(fault: Fault): void;
  close(): Promise<void>;
};

type Link = { apply(fault: Fault): void; destroy(): void };

/** Starts a TCP proxy on 127.0.0.1 whose faults can be changed while connections are open. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const links = new Set<Link>();
  let coming: Fault = { kind: "pass" };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const link = openLink(client, target, coming, () => links.delete(link));
    links.add(link);
  });
  const { port, close } = await listen(server);
  return {
    port,
    through(url) {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${port}`;
      return changed.href;
    },
    connections: () => links.size,
    existing: (fault) => {
      for (const link of [...links]) link.apply(fault);
    },
    future: (fault) => {
      coming = fault;
    },
    async close() {
      const closed = close();
      for (const link of [...links]) link.destroy();
      await closed;
    },
  };
}

/** A proxy to the PostgreSQL of an address. */
export function startDatabaseProxy(url: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(url);
  return startFaultProxy({ host: hostname, port: Number(port || 5432) });
}

function openLink(
  client: Socket,
  target: { host: string; port: number },
  first: Fault,
  onClosed: () => void,
): Link {
  let fault = first;
  const server = connect({ ...target, allowHalfOpen: true });
  const link: Link = {
    apply(next) {
      fault = next;
      if (next.kind !== "reset") return;
      client.resetAndDestroy();
      server.resetAndDestroy();
    },
    destroy() {
      client.destroy();
      server.destroy();
    },
  };
  forward(client, server, () => fault);
  forward(server, client, () => fault);
  const closed = () => {
    // Behind a black hole, the other side learns nothing, not even that this one has gone.
    if (fault.kind !== "black-hole") link.destroy();
    if (client.destroyed && server.destroyed) onClosed();
  };
  for (const socket of [client, server]) {
    // Broken connections are the purpose of the proxy; "close" follows.
    socket.on("error", () => {}).on("close", closed);
  }
  if (first.kind === "reset") link.apply(first);
  return link;
}

/** Forwards bytes and their end, unless they are swallowed. */
function forward(from: Socket, to: Socket, faultNow: () => Fault): void {
  const isOpen = () => faultNow().kind !== "black-hole" && !to.destroyed;
  from.on("data", (bytes) => isOpen() && to.write(bytes));
  from.on("end", () => isOpen() && to.end());
}
