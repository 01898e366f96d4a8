import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { type FaultProxy, startFaultProxy } from "@/test/process/fault-proxy";

let proxy: FaultProxy;
/** Sockets of the server behind the proxy, which echoes what it receives. */
let behind: Socket[];

beforeEach(async () => {
  behind = [];
  const server = createServer((socket) => {
    behind.push(socket);
    socket.on("error", () => {}).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The system assigned no TCP port.");
  proxy = await startFaultProxy({ host: "127.0.0.1", port: address.port });
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

it("delays bytes in each direction and keeps their order", async () => {
  proxy.future({ kind: "delay", ms: 40 });
  const socket = await open();
  const begin = performance.now();
  expect(await echo(socket, "one")).toBe("one");
  // Timers may fire a millisecond early.
  expect(performance.now() - begin).toBeGreaterThanOrEqual(78);
  socket.write("a");
  proxy.existing({ kind: "pass" });
  socket.write("b");
  let received = "";
  while (received.length < 2) received += String((await once(socket, "data"))[0]);
  expect(received).toBe("ab");
});

it("a black hole swallows bytes without notifying either side", async () => {
  const swallowed = await open();
  expect(await echo(swallowed, "before")).toBe("before");
  const [server] = behind;
  proxy.existing({ kind: "black-hole" });
  let received = "";
  swallowed.on("data", (bytes) => {
    received += String(bytes);
  });
  swallowed.write("lost");
  const other = await open();
  expect(await echo(other, "after")).toBe("after");
  expect({ received, open: !swallowed.destroyed }).toEqual({ received: "", open: true });
  swallowed.destroy();
  await once(swallowed, "close");
  expect(await echo(other, "still")).toBe("still");
  expect(server?.readableEnded).toBe(false);
});

it("a black hole for future connections accepts them and stays silent", async () => {
  const before = await open();
  proxy.future({ kind: "black-hole" });
  const after = await open();
  after.on("data", () => expect.unreachable("it answered"));
  after.write("anybody?");
  expect(await echo(before, "here")).toBe("here");
});

it("resets existing or future connections", async () => {
  const before = await open();
  expect(await echo(before, "here")).toBe("here");
  proxy.existing({ kind: "reset" });
  const [error] = await once(before, "error");
  expect(error.code).toBe("ECONNRESET");
  const after = await open();
  expect(await echo(after, "here")).toBe("here");
  proxy.future({ kind: "reset" });
  const denied = connect(proxy.port, "127.0.0.1");
  const [code] = await once(denied, "error").then(([{ code }]) => [code]);
  expect(code).toBe("ECONNRESET");
});
