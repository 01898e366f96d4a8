import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { guardedLookup, isCallable, isLoopbackHost, postJson } from "@/lib/core/http/outgoing-call";
import { listen } from "@/test/process/listen";
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
  ({ port } = await listen(server));
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

  it("ends when the address switches to another protocol, which no one asked for", async () => {
    server.removeAllListeners("request").on("request", ({ socket }) => {
      socket.write("HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n");
    });
    const error = "The connection was closed without a response.";
    expect(await call(`http://127.0.0.1:${port}/`)).toEqual({ status: null, error });
  });

  it("describes a refused connection without throwing", async () => {
    const outcome = await call("http://127.0.0.1:1/");
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

it.each([
  ["https://auth.example.com", "http://example.com/", /^The address does not use https\.$/],
  ["https://auth.example.com", "http://localhost:1/", /^The address does not use https\.$/],
  ["http://127.0.0.1:3000", "http://example.com/", /^The address does not use https\.$/],
  ["http://127.0.0.1:3000", "http://10.0.0.1/", /not public|not on https/],
  ["http://127.0.0.1:3000", "https://10.0.0.1/", /not public/],
  ["http://127.0.0.1:3000", "https://169.254.169.254/", /not public/],
  ["http://127.0.0.1:3000", "https://[fe80::1]/", /not public/],
])("security 52: an installation at %s does not call %s", async (BASE_URL, address, error) => {
  configureTestEnv({ BASE_URL });
  expect((await call(address)).error).toMatch(error);
});

const octet = fc.integer({ min: 0, max: 255 });
const hextet = fc.integer({ min: 0, max: 0xffff });

/** IPv4 addresses that start with these octets. */
const ipv4In = (...begin: fc.Arbitrary<number>[]) =>
  fc
    .tuple(...begin, ...Array<typeof octet>(4 - begin.length).fill(octet))
    .map((all) => all.join("."));
/** IPv6 addresses whose first group is in a range. */
const ipv6In = (from: number, to: number) =>
  fc
    .tuple(fc.integer({ min: from, max: to }), ...Array<typeof hextet>(7).fill(hextet))
    .map((all) => all.map((one) => one.toString(16)).join(":"));

const is = (value: number) => fc.constant(value);
const between = (min: number, max: number) => fc.integer({ min, max });

const loopback = fc.oneof(ipv4In(is(127)), fc.constant("::1"));
const innerIpv4 = fc.oneof(
  ipv4In(is(0)),
  ipv4In(is(10)),
  ipv4In(is(100), between(64, 127)),
  ipv4In(is(169), is(254)),
  ipv4In(is(172), between(16, 31)),
  ipv4In(is(192), is(168)),
  ipv4In(is(198), between(18, 19)),
  ipv4In(between(224, 255)),
);
const innerIpv6 = fc.oneof(
  fc.constant("::"),
  ipv6In(0, 0x1fff),
  ipv6In(0x2002, 0x2002),
  ipv6In(0x4000, 0xffff),
);
/** IPv4 addresses in each IPv6 form that some system connects through. */
const wrapped = (ipv4: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom("::ffff:", "::", "64:ff9b::", "64:ff9b:1::"), ipv4)
    .map((parts) => parts.join(""));
const publicIpv4 = fc.oneof(
  ipv4In(between(1, 9)),
  ipv4In(between(11, 99)),
  ipv4In(is(172), between(32, 255)),
  ipv4In(is(193)),
);
const publicIpv6 = ipv6In(0x2003, 0x3ffe);

/** Addresses of a kind, and whether an installation may call them on the network and on a loopback address. */
const addresses: [kind: string, fc.Arbitrary<string>, onNetwork: boolean, onLoopback: boolean][] = [
  ["any public address", fc.oneof(publicIpv4, publicIpv6), true, true],
  [
    "a private, link-local, shared, multicast, or unassigned address",
    fc.oneof(innerIpv4, innerIpv6).filter((address) => address !== "0:0:0:0:0:0:0:1"),
    false,
    false,
  ],
  ["such an address wrapped in IPv6", wrapped(innerIpv4), false, false],
  ["a loopback address", loopback, false, true],
  [
    "what is not an address by itself",
    fc.constantFrom("fe80::1%lo", "2606:4700::1%eth0", "", "localhost", "1.2.3", "999.1.1.1"),
    false,
    false,
  ],
];

it.each(addresses)(
  "security 52: the rule for %s holds on the network and on a loopback address",
  (_, address, onNetwork, onLoopback) => {
    fc.assert(
      fc.property(address, (text) => {
        expect([isCallable(text, false), isCallable(text, true)]).toEqual([onNetwork, onLoopback]);
      }),
    );
  },
);

it("security 52: a wrapped loopback address is not called from the network", () => {
  fc.assert(fc.property(wrapped(ipv4In(is(127))), (address) => !isCallable(address, false)));
});

it.each([
  ...["localhost", "127.0.0.1", "127.9.9.9", "[::1]"].map((host) => [host, true] as const),
  ...["localhost.evil.test", "127.0.0.1.evil.test", "10.0.0.1", "example.com", "[::2]"].map(
    (host) => [host, false] as const,
  ),
])("the host %s is this machine: %s", (host, isOwn) => {
  expect(isLoopbackHost(host)).toBe(isOwn);
});

describe("security 52: a name that resolves to an internal address at connection time", () => {
  /** Looks up `localhost`, a name that this machine resolves to an internal address. */
  const look = (baseUrl: string, all: boolean) =>
    new Promise<string | LookupAddress[]>((resolve, reject) => {
      guardedLookup(baseUrl)("localhost", { all }, (error, addresses) => {
        if (error) reject(error);
        else resolve(addresses);
      });
    });

  it.each([true, false])("is rejected by an installation on the network (all: %s)", async (all) => {
    const message = "localhost resolves to an address that is not public.";
    await expect(look("https://auth.example.com", all)).rejects.toThrow(message);
  });

  it("is allowed by an installation on a loopback address, as in development", async () => {
    expect(await look("http://127.0.0.1:3000", false)).toMatch(/^(127\.|::1$)/);
    expect(await look("http://127.0.0.1:3000", true)).not.toEqual([]);
  });
});
