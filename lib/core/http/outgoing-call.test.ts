import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { postJson } from "@/lib/core/http/outgoing-call";
import { configureTestEnv } from "@/test/process/test-env";

let server: Server;
let port: number;
let received: { request: IncomingMessage; body: string }[];
let answer: { status: number; headers: Record<string, string> };

beforeEach(async () => {
  received = [];
  answer = { status: 200, headers: {} };
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ request, body });
    response.writeHead(answer.status, answer.headers).end("not read");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  configureTestEnv();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const call = (address: string) => postJson(address, '{"a":1}', { "x-fp-signature": "00" });

describe("an outgoing call", () => {
  it("posts JSON with the given headers and returns the status", async () => {
    answer.status = 202;
    expect(await call(`http://127.0.0.1:${port}/fp/uninstall`)).toMatchObject({
      status: 202,
      error: null,
    });
    expect(received).toHaveLength(1);
    expect(received[0]?.body).toBe('{"a":1}');
    expect(received[0]?.request).toMatchObject({
      method: "POST",
      url: "/fp/uninstall",
      headers: { "content-type": "application/json", "x-fp-signature": "00" },
    });
  });

  it("security 52: follows no redirect, which could lead to an internal address", async () => {
    answer = { status: 307, headers: { location: `http://127.0.0.1:${port}/inside` } };
    expect(await call(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 307 });
    expect(received.map(({ request }) => request.url)).toEqual(["/"]);
  });

  it("describes a refused connection without throwing", async () => {
    const closed = createServer();
    closed.listen(0, "127.0.0.1");
    await once(closed, "listening");
    const free = (closed.address() as AddressInfo).port;
    closed.close();
    await once(closed, "close");
    const outcome = await call(`http://127.0.0.1:${free}/`);
    expect(outcome).toMatchObject({ status: null, error: expect.stringContaining("ECONNREFUSED") });
  });
});

describe("security 52: an installation on the network", () => {
  beforeEach(() => {
    configureTestEnv({ BASE_URL: "https://auth.example.com" });
  });

  it.each([
    ["an address of this machine", () => `https://127.0.0.1:${port}/`],
    ["the same as one number", () => `https://2130706433:${port}/`],
    ["the same in octal and hexadecimal", () => `https://0177.0x0.1:${port}/`],
    ["the same abbreviated", () => `https://127.1:${port}/`],
    ["the same mapped into IPv6", () => `https://[::ffff:127.0.0.1]:${port}/`],
    ["the wildcard address", () => `https://0.0.0.0:${port}/`],
    ["its name, resolved by a lookup", () => `https://localhost:${port}/`],
    ["its name with a trailing dot", () => `https://localhost.:${port}/`],
    ["plain HTTP to this machine", () => `http://127.0.0.1:${port}/`],
    ["a cloud's metadata service", () => "https://169.254.169.254/latest/meta-data/"],
    ["a private network", () => "https://10.0.0.1/"],
    ["an address with credentials", () => "https://me:secret@example.com/"],
    ["another scheme", () => "file:///etc/passwd"],
    ["no URL at all", () => "localhost"],
  ])("does not call %s", async (_what, address) => {
    expect(await call(address())).toMatchObject({ status: null, error: expect.any(String) });
    expect(received).toEqual([]);
  });
});

it.each(["https://auth.example.com", "http://127.0.0.1:3000"])(
  "security 52: an installation at %s never uses plain HTTP over the network",
  async (baseUrl) => {
    configureTestEnv({ BASE_URL: baseUrl });
    expect(await call("http://example.com/")).toMatchObject({
      error: "The address does not use https.",
    });
  },
);

it("security 52: an installation on the network never uses plain HTTP on its own machine", async () => {
  configureTestEnv({ BASE_URL: "https://auth.example.com" });
  expect(await call(`http://localhost:${port}/`)).toMatchObject({
    error: "The address does not use https.",
  });
});

it.each([
  "https://10.0.0.1/",
  "https://169.254.169.254/",
  "https://[fe80::1]/",
  "http://10.0.0.1/",
])("security 52: an installation on a loopback address does not call %s", async (address) => {
  const outcome = await call(address);
  expect(outcome.error).toMatch(/not public|not on https/);
});
