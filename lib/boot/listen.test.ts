import { EventEmitter, once } from "node:events";
import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkPort, listen, type UpgradeListener } from "@/lib/boot/listen";
import { freePort } from "@/lib/db/embedded/free-port";

/** @returns Its port, and how to stop it; stopped after the test anyway. */
async function start(...listeners: [RequestListener, UpgradeListener?]) {
  const port = await freePort();
  const stop = await listen({ host: "127.0.0.1", port }, ...listeners);
  let stopped: Promise<void> | undefined;
  const once = () => {
    stopped ??= stop();
    return stopped;
  };
  onTestFinished(once);
  return { port, stop: once };
}

/** Asks for another protocol. @returns The first thing that the server says to that. */
async function askForUpgrade(port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  const [first] = await once(socket, "data");
  return String(first);
}

test("a port in use is refused with what to do", async () => {
  const { port } = await start(() => {});
  await expect(checkPort({ host: "127.0.0.1", port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or choose another`,
  );
});

test("a port that was checked is free again", async () => {
  const address = { host: "127.0.0.1", port: await freePort() };
  await checkPort(address);
  await checkPort(address);
});

test("a request under way is answered before the server stops", async () => {
  const requests = new EventEmitter();
  const { port, stop } = await start((_, response) => requests.emit("request", response));
  const received = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  const [response] = await once(requests, "request");
  const stopped = stop();
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  response.end("late, but here");
  expect(await received).toBe("late, but here");
  await stopped;
});

test("a connection upgraded to another protocol does not hold up the stop", async () => {
  const { port, stop } = await start(
    () => {},
    (_, socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
  );
  expect(await askForUpgrade(port)).toContain("101");
  await stop();
});

test("without upgrades, asking for one gets an ordinary answer", async () => {
  const { port } = await start((_, response) => response.writeHead(404).end());
  expect(await askForUpgrade(port)).toContain("404");
});
