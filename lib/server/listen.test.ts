import { EventEmitter, once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { freePort } from "@/lib/core/db/embedded/start";
import { env } from "@/lib/core/env/env";
import { log } from "@/lib/core/telemetry/log";
import { checkPort, type ListenOptions, listen, SILENCE } from "@/lib/server/listen";
import { sendBytes } from "@/test/requests/send-bytes";

const UPGRADE = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
const LONG_MS = 60_000;

/** @returns its port and a function that stops it; it also stops after the test */
async function start(listener: RequestListener, options?: ListenOptions) {
  log().level = "silent";
  const port = await freePort();
  const close = await listen({ host: "127.0.0.1", port }, listener, options);
  let stopped: Promise<void> | undefined;
  const stop = (times: { notice?: number; within?: number } = {}) => {
    stopped ??= close({ notice: 0, within: LONG_MS, ...times });
    return stopped;
  };
  onTestFinished(() => stop());
  return { port, stop };
}

/** A server whose responses the test controls. */
async function startByHand(options?: ListenOptions) {
  const requests = new EventEmitter();
  const server = await start((_, response) => requests.emit("request", response), options);
  return { ...server, nextAnswer: () => once(requests, "request").then(([response]) => response) };
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  await once(socket, "connect");
  return socket;
}

/** It may be closed before anyone waits for it. */
async function untilClosed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket.resume(), "close");
}

async function ask(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const answered = once(socket, "data");
  const [answer] = await Promise.race([answered, untilClosed(socket).then(() => [""])]);
  return answer;
}

test("explains what to do when a port is in use, and frees one that it checks", async () => {
  const freeAddress = { host: "127.0.0.1", port: await freePort() };
  await checkPort(freeAddress);
  await checkPort(freeAddress);
  const { port } = await start(() => {});
  await expect(checkPort({ host: "127.0.0.1", port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port`,
  );
});

test("serves no requests on connections beyond the limit, except probes, and closes far more at once", async () => {
  const listener = requestListener(env(), endpoints, (_, response) => response.end("page"));
  const { port } = await start(listener, { maxConnections: 2 });
  const [first, second] = [await connectTo(port), await connectTo(port)];
  expect(await ask(first, "/docs")).toContain("200 OK");
  const surplus = await connectTo(port);
  const answer = await ask(surplus, "/docs");
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: [3-7]\r\n/is);
  expect(answer).toContain("temporarily_unavailable");
  await untilClosed(surplus);
  const [probe, fourth] = [await connectTo(port), await connectTo(port)];
  const fifth = await connectTo(port);
  expect(await ask(probe, "/healthz")).toContain("200 OK");
  await untilClosed(fifth);
  for (const socket of [first, second, probe, fourth]) socket.destroy();
  const isServed = async () => (await ask(await connectTo(port), "/docs")).includes("200 OK");
  await expect.poll(isServed).toBe(true);
});

test("answers requests in progress before stopping and then closes their connections", async () => {
  const { port, stop, nextAnswer } = await startByHand();
  const received = sendBytes(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", true);
  const response = await nextAnswer();
  const stopped = stop();
  await expect(connectTo(port)).rejects.toThrow("ECONNREFUSED");
  response.end("late, but here");
  expect(await received).toMatch(/^connection: close[\s\S]*late, but here/im);
  await stopped;
});

test.each([
  ["during the notice period", 200],
  ["after the server stops accepting", 0],
])("answers a request that arrives on a kept-alive connection %s", async (_, notice) => {
  const { port, stop } = await start((request, response) => response.end(request.url));
  const socket = await connectTo(port);
  expect(await ask(socket, "/first")).toMatch(/^connection: keep-alive[\s\S]*\/first$/im);
  const stopped = stop({ notice });
  if (notice > 0) {
    expect(await ask(await connectTo(port), "/new")).toMatch(/^connection: close[\s\S]*\/new$/im);
  } else {
    await expect(connectTo(port)).rejects.toThrow("ECONNREFUSED");
  }
  const connectionText = text(socket);
  socket.write("GET /second HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await connectionText).toMatch(/^connection: close[\s\S]*\/second$/im);
  await stopped;
});

test("idle and unused connections do not delay the stop", async () => {
  const { port, stop } = await start((_, response) => response.end());
  const idle = await connectTo(port);
  await ask(idle, "/");
  const silent = await connectTo(port);
  const ends = Promise.all([once(idle, "close"), once(silent, "close")]);
  idle.resume();
  silent.resume();
  await stop();
  await ends;
});

test("cuts off whatever is still in progress at the deadline", async () => {
  const { port, stop, nextAnswer } = await startByHand();
  const unanswered = sendBytes(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", true);
  const unfinished = sendBytes(port, "POST / HTTP/1.1\r\nHost: a\r\nContent-", true);
  await nextAnswer();
  await stop({ within: 300 });
  expect(await Promise.all([unanswered, unfinished])).toEqual(["", ""]);
});

test.each<[string, ListenOptions, string]>([
  ["security 66: answers an upgrade request normally when upgrades are disabled", {}, "404"],
  [
    "an upgraded connection does not delay the stop",
    { upgrade: (_, socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n") },
    "101",
  ],
])("%s", async (_, options, status) => {
  const { port, stop } = await start(
    (_request, response) => response.writeHead(404).end(),
    options,
  );
  const socket = await connectTo(port);
  socket.write(UPGRADE);
  expect(String(await once(socket, "data"))).toContain(status);
  await stop();
});

const quick = { silence: { headers: 100, request: 100, answer: LONG_MS } };

test.each([
  ["before its headers", ""],
  ["within its headers", "POST / HTTP/1.1\r\nHost: a\r\nContent-"],
  ["within its body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel"],
])("security 66: answers 408 and disconnects a caller that falls silent %s", async (_, bytes) => {
  const { port } = await start((request, response) => {
    request.resume().on("end", () => response.end());
  }, quick);
  expect(await sendBytes(port, bytes, true)).toMatch(/^HTTP\/1\.1 408 /);
});

test("security 66: disconnects a caller that does not read its response", async () => {
  const silence = { headers: LONG_MS, request: LONG_MS, answer: 100 };
  const { port, nextAnswer } = await startByHand({ silence });
  const socket = await connectTo(port);
  socket.pause().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const response = await nextAnswer();
  const cut = once(response, "close");
  response.write(Buffer.alloc(64 * 1024 * 1024));
  await cut;
  socket.destroy();
});

test("security 66: allows no caller a minute of silence", async () => {
  let headersTimeout = 0;
  const { port } = await start((request, response) => {
    const { server } = request.socket as Socket & { server: Record<string, number> };
    headersTimeout = server.headersTimeout ?? 0;
    response.end();
  });
  await fetch(`http://127.0.0.1:${port}/`);
  expect(headersTimeout).toBe(SILENCE.headers);
  expect(SILENCE.headers + SILENCE.request).toBeLessThan(60_000);
});

test("a handler that limits its body itself has it for as long as its response is due, and no longer", async () => {
  const bodies: string[] = [];
  const { port } = await start(
    (request, response) => {
      response.write("first");
      request.on("data", (bytes) => {
        bodies.push(String(bytes));
        response.end("last");
      });
    },
    { ...quick, limitsBody: () => true },
  );
  const socket = await connectTo(port);
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n");
  await once(socket, "data");
  // Longer than every other request has.
  const otherConnections = sendBytes(port, "POST / HTTP/1.1\r\nHost: a\r\nContent-", true);
  expect(await otherConnections).toMatch(/^HTTP\/1\.1 408 /);
  socket.write("hello");
  expect(await text(socket)).toContain("last");
  expect(bodies).toEqual(["hello"]);
});
