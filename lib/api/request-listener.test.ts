import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { requestListener } from "@/lib/api/request-listener";
import { newId } from "@/lib/core/crypto/ids";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";

/** Nothing here takes long; this is for machines that are busy with something else. */
const PATIENCE = { timeout: 30_000 };

let server: Server;
let address: string;
let seen: IncomingMessage;
/** How Next answers. */
let respond: (response: ServerResponse) => unknown;

beforeAll(async () => {
  server = createServer(
    requestListener(env(), [], (request, response) => {
      seen = request;
      respond(response);
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}/`;
});

beforeEach(() => {
  respond = (response) => response.end();
});

afterAll(() => server.close());

describe("a request that reaches Next", () => {
  it("never contains a server action header, whose value Next would log", async () => {
    await fetch(address, { headers: { "Next-Action": "forged line", "x-other": "kept" } });
    expect(seen.headers).not.toHaveProperty("next-action");
    expect(seen.rawHeaders.join()).not.toContain("forged line");
    expect(seen.headers["x-other"]).toBe("kept");
  });

  it("has the caller's address and a request id from the server, not from the caller", async () => {
    await fetch(address, {
      headers: { "x-client-address": "192.0.2.1", "x-request-id": "no plain id" },
    });
    expect(seen.headers["x-client-address"]).toBe("127.0.0.1");
    expect(seen.headers["x-request-id"]).toMatch(/^[0-9a-f]{24}$/);
  });

  it("never has a caller's request id of our form, which could make calls collide in the API log", async () => {
    const sent = newId();
    await fetch(address, { headers: { "x-request-id": sent } });
    expect(seen.headers["x-request-id"]).toMatch(/^[0-9a-f]{24}$/);
    expect(seen.headers["x-request-id"]).not.toBe(sent);
  });
});

describe("the headers of a page", () => {
  const OWN = { "referrer-policy": "origin", "cache-control": "max-age=1", "x-request-id": "own" };
  const waysToAnswer: [string, (response: ServerResponse) => unknown][] = [
    ["writeHead", (response) => response.writeHead(200, OWN).end("page")],
    ["setHeaders", (response) => response.setHeaders(new Map(Object.entries(OWN))).end("page")],
    [
      "appendHeader and flushHeaders",
      (response) => {
        for (const [name, value] of Object.entries(OWN)) response.appendHeader(name, value);
        response.flushHeaders();
        response.end("page");
      },
    ],
    [
      "write",
      (response) => {
        for (const [name, value] of Object.entries(OWN)) response.setHeader(name, value);
        response.write("page");
        response.end();
      },
    ],
  ];

  it.each(waysToAnswer)(
    "security 128: are defaults for a handler that uses %s",
    async (_, write) => {
      respond = write;
      const { headers } = await fetch(address);
      for (const [name, value] of Object.entries(OWN)) expect(headers.get(name)).toBe(value);
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  it("security 128: are on a redirect from localhost and on a rejected method, too", async () => {
    const { port } = new URL(env().baseUrl);
    const sent = httpRequest(`${address}invitation/token`, {
      headers: { host: `localhost:${port}` },
    });
    const [response] = await once(sent.end(), "response");
    expect(response.resume()).toMatchObject({
      statusCode: 307,
      headers: { "referrer-policy": "no-referrer", "cache-control": "no-store" },
    });
    respond = (rejected) => rejected.writeHead(405).end();
    const { headers } = await fetch(`${address}setup/token`, { method: "DELETE" });
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

it.each([
  ...["consent/%00", "requests/a%00b", "organization/%00/clients", "company/42/extensions?q=%00"],
  ...["platform/companies?q=a%00", "company/42/extensions/%ff", "docs/%e0%a4"],
])(
  "security 123: answers 400 to a page's address with a text that no database stores: %s",
  async (path) => {
    const { status } = await fetch(address + path, { headers: { "x-other": path } });
    expect(status).toBe(400);
    expect(seen.headers["x-other"]).not.toBe(path);
  },
);

describe("the trace of a request", () => {
  const trace = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const lineOf = async (headers: Record<string, string>) => {
    const info = vi.spyOn(log(), "info").mockImplementation(() => {});
    await fetch(address, { headers });
    await expect.poll(() => info.mock.calls.length, PATIENCE).toBe(1);
    return info.mock.calls[0]?.[0];
  };

  it("reaches the handler and is in the log", async () => {
    const line = await lineOf({
      traceparent: `cc${trace.slice(2)}-later`,
      tracestate: "v=1 , w=2",
    });
    expect(line).toMatchObject({ trace_id: "a".repeat(32), status: 200, operation: "page" });
    expect(seen.headers).toMatchObject({ traceparent: trace, tracestate: "v=1,w=2" });
  });

  it.each<Record<string, string>>([
    { traceparent: `00-${"0".repeat(32)}-${"b".repeat(16)}-01`, tracestate: "v=1" },
    { tracestate: "v=1" },
  ])("is removed if it is not valid: %j", async (headers) => {
    expect(await lineOf(headers)).toMatchObject({ trace_id: undefined });
    expect(seen.headers).not.toHaveProperty("traceparent");
    expect(seen.headers).not.toHaveProperty("tracestate");
    expect(seen.rawHeaders.join().toLowerCase()).not.toContain("trace");
  });
});

it.each([
  ["company/%E0%A4%A", "error_description"],
  ["100%", "error_description"],
  ["service/application/catalog/v1.0/products/100%/", "error_description"],
  ["service/%", "error_description"],
  ["service/partner/authorization/v1.0/organization/100%/nothing", "errors"],
  ["api/auth/%", "error_description"],
  ["api/auth/%/", "error_description"],
  ["api/auth/callback/%C3", "error_description"],
  ["api/auth/signin/%ED%A0%80?error=%", "error_description"],
  ["api/auth/callback/oidc%2?code=a&state=%E0%A4%A", "error_description"],
  ["api/auth/%C0%AE%C0%AE/session", "error_description"],
])(
  "answers 400 in the form of the API to a path that is not percent-encoded UTF-8: %s",
  async (path, field) => {
    const response = await fetch(address + path);
    expect(response.status).toBe(400);
    const body: unknown = await response.json();
    expect(body).toHaveProperty(field);
    expect(body).toMatchObject({
      error: "invalid_request",
      message: "The path is not percent-encoded UTF-8.",
      request_id: response.headers.get("x-request-id"),
    });
  },
);

it.each([
  "api/auth/signin?callbackUrl=%E0%A4%A&callbackUrl=%",
  "api/auth/callback/oidc?code=%&state=%ff",
  "api/auth/%25",
  "api/auth/%2e%2e/x",
  "company/42/extensions?q=100%",
])("passes a path on whose query is not percent-encoded UTF-8: %s", async (path) => {
  const { status } = await fetch(address + path);
  expect(status).toBe(200);
});

it("logs one line for each request of a connection that closes, including those that still wait", async () => {
  const { level } = log();
  onTestFinished(() => {
    log().level = level;
  });
  log().level = "info";
  const info = vi.spyOn(log(), "info").mockImplementation(() => {});
  const handler = vi.fn(({ method }: { method: string }) =>
    method === "GET" ? new Promise<Response>(() => {}) : new Response("waits"),
  );
  const lane = ["GET" as const, "DELETE" as const].map((method) => ({
    method,
    path: "/",
    handler,
  }));
  const slow = createServer(requestListener(env(), lane, () => {}));
  slow.listen(0, "127.0.0.1");
  await once(slow, "listening");
  const socket = connect((slow.address() as AddressInfo).port, "127.0.0.1");
  const request = (method: string) => `${method} / HTTP/1.1\r\nhost: a\r\n\r\n`;
  socket.write(request("GET") + request("DELETE").repeat(20));
  await expect.poll(() => handler.mock.calls.length, PATIENCE).toBe(21);
  socket.destroy();
  await expect.poll(() => info.mock.calls.length, PATIENCE).toBe(21);
  slow.close();
  const cut = Array.from({ length: 21 }, () => expect.objectContaining({ status: 499 }));
  expect(info.mock.calls.map(([fields]) => fields)).toEqual(cut);
});
