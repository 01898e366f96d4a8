import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { type FaultProxy, startDatabaseProxy } from "@/test/process/fault-proxy";
import { listen } from "@/test/process/listen";

let proxy: FaultProxy;
/** Sockets of the server behind the proxy, which echoes what it receives. */
let behind: Socket[];

beforeEach(async () => {
  behind = [];
  const server = createServer((socket) => {
    behind.push(socket);
    socket.on("error", () => {}).pipe(socket);
  });
  const { port } = await listen(server);
  proxy = await startDatabaseProxy(`postgresql://127.0.0.1:${port}`);
  onTestFinished(async () => {
    await proxy.close();
    server.close();
    for (const socket of behind) socket.destroy();
  });
});

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

async function echo(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [answer] = await once(socket, "data");
  return String(answer);
}

it("passes bytes in both directions, and the end of a connection", async () => {
  const socket = await open();
  expect(await echo(socket, "hello")).toBe("hello");
  socket.end();
  await once(socket, "close");
});

it("a black hole swallows bytes of open or new connections without notifying either side", async () => {
  const swallowed = await open();
  expect(await echo(swallowed, "before")).toBe("before");
  proxy.existing({ kind: "black-hole" });
  const other = await open();
  proxy.future({ kind: "black-hole" });
  const after = await open();
  for (const silent of [swallowed, after]) {
    silent.on("data", () => expect.unreachable("it answered"));
    silent.write("anybody?");
  }
  expect(await echo(other, "here")).toBe("here");
  expect([swallowed.destroyed, after.destroyed]).toEqual([false, false]);
  swallowed.destroy();
  await once(swallowed, "close");
  expect(await echo(other, "still")).toBe("still");
  expect(behind[0]?.readableEnded).toBe(false);
});

it("resets open or new connections", async () => {
  const before = await open();
  expect(await echo(before, "here")).toBe("here");
  proxy.existing({ kind: "reset" });
  const [error] = await once(before, "error");
  expect(error.code).toBe("ECONNRESET");
  expect(await echo(await open(), "here")).toBe("here");
  proxy.future({ kind: "reset" });
  const [denied] = await once(connect(proxy.port, "127.0.0.1"), "error");
  expect(denied.code).toBe("ECONNRESET");
});
