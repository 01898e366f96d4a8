import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Env } from "@/lib/core/env/env";
import { clientAddressReader, describeProxyTrust, proxyTrust } from "@/lib/core/http/ip-address";
import { processState } from "@/lib/core/process/process-state";
import { listen } from "@/test/process/listen";
import { configureTestEnv } from "@/test/process/test-env";
import { takeLog } from "@/test/requests/take-log";

const server = createServer();
const lines = takeLog();

let port: number;

beforeAll(async () => {
  ({ port } = await listen(server));
});

afterAll(() => server.close());

/** How the server interprets a request over a real connection from 127.0.0.1. */
const addressOf = (environment: Env, ...forwarded: readonly string[]) =>
  readBy(clientAddressReader(proxyTrust(environment)), forwarded);

async function readBy(
  read: (request: IncomingMessage) => string,
  forwarded: readonly string[],
): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const lines = forwarded.map((value) => `X-Forwarded-For: ${value}\r\n`).join("");
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${lines}\r\n`);
  const [request, response] = await once(server, "request");
  const address = read(request);
  response.end();
  socket.destroy();
  return address;
}

const https = () => configureTestEnv({ BASE_URL: "https://auth.example.com" });
const trusting = (TRUSTED_PROXIES: string) => configureTestEnv({ TRUSTED_PROXIES });

const forms: readonly [string, string][] = [
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:51234", "203.0.113.7"],
  ["[2001:db8::1]:51234", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["[::ffff:cb00:7107]:443", "203.0.113.7"],
  ["fe80::1%eth0", "fe80::1"],
];

describe("security 67: the address of a caller behind a proxy", () => {
  it.each(forms)("is read from the proxy's form %s as %s", async (written, address) => {
    expect(await addressOf(https(), written)).toBe(address);
    expect(await addressOf(trusting("127.0.0.1"), written)).toBe(address);
  });

  it("is the entry added by the nearest proxy, whatever the caller sent", async () => {
    expect(await addressOf(https(), "192.0.2.1, 203.0.113.7")).toBe("203.0.113.7");
    expect(await addressOf(https(), "192.0.2.1", "203.0.113.7")).toBe("203.0.113.7");
    expect(await addressOf(https(), "made up, 192.0.2.1:x,203.0.113.7:9")).toBe("203.0.113.7");
  });

  it("is found behind a chain of proxies listed in TRUSTED_PROXIES", async () => {
    const chain = trusting("127.0.0.0/8,10.1.0.0/16,2001:db8:f::/48");
    const header = "192.0.2.1, 203.0.113.7, [2001:db8:f::2]:80, 10.1.2.3:4711";
    expect(await addressOf(chain, header)).toBe("203.0.113.7");
    expect(await addressOf(chain, "10.1.9.9, 10.1.2.3")).toBe("10.1.9.9");
  });

  it("is by default the nearest entry, so that a private caller cannot choose another address", async () => {
    expect(await addressOf(https(), "192.0.2.1, 172.17.0.1")).toBe("172.17.0.1");
  });

  it("is the peer's when the peer is not trusted or sent no header", async () => {
    expect(await addressOf(configureTestEnv({}), "203.0.113.7")).toBe("127.0.0.1");
    expect(await addressOf(trusting("192.0.2.1"), "203.0.113.7")).toBe("127.0.0.1");
    expect(await addressOf(trusting("none"), "203.0.113.7")).toBe("127.0.0.1");
    expect(await addressOf(https())).toBe("127.0.0.1");
  });

  it("is the peer's when the entry that counts is not an address", async () => {
    const environment = trusting("127.0.0.1");
    for (const garbage of ["unknown", "_hidden", "203.0.113.7.", "1.2.3", "[::1", "203.0.113.7,"]) {
      expect(await addressOf(environment, `192.0.2.1, ${garbage}`), garbage).toBe("127.0.0.1");
    }
  });

  it("causes one JSON warning a minute when it cannot be read", async () => {
    const read = clientAddressReader(proxyTrust(https()));
    processState("rate-limit-unreadable-forwarded-for", () => new Map()).clear();
    lines.length = 0;
    for (const garbage of ['{"level":"fatal"}', "lko_0123456789", "x".repeat(500)]) {
      await readBy(read, [garbage]);
    }
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", entry: '{"level":"fatal"}' });
  });

  it("is an address in one canonical form, whatever the header contains", async () => {
    const read = clientAddressReader(proxyTrust(https()));
    const entry = fc.stringMatching(/^[\x21-\x7e]{0,40}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 4 }), async (entries) => {
        expect(await readBy(read, [entries.join(",")])).toMatch(/^[\da-f:.]+$/);
      }),
      { numRuns: 100 },
    );
  });
});

it("the line at startup says which proxies are trusted", () => {
  const describeTrust = (environment: Env) => describeProxyTrust(proxyTrust(environment));
  expect(describeTrust(configureTestEnv({}))).toContain("none trusted");
  expect(describeTrust(https())).toContain("one proxy on a loopback or private address");
  expect(describeTrust(trusting("10.0.0.0/8"))).toContain("10.0.0.0/8");
});
