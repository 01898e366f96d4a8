import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { requestListener } from "@/lib/api/request-listener";
import { newId } from "@/lib/core/crypto/ids";
import { env } from "@/lib/core/env/env";
import { log } from "@/lib/core/telemetry/log";
import { listen } from "@/test/process/listen";

/** Nothing here takes long; this is for machines that are busy with something else. */
const PATIENCE = { timeout: 30_000 };

let server: Server;
let address: string;
let passedOn: IncomingMessage;
/** How Next answers. */
let respond: (response: ServerResponse) => unknown;

beforeAll(async () => {
  server = createServer(
    requestListener(env(), [], (request, response) => {
      passedOn = request;
      respond(response);
    }),
  );
  address = `${(await listen(server)).origin}/`;
});

beforeEach(() => {
  respond = (response) => response.end();
});

afterAll(() => server.close());

describe("a request that reaches Next", () => {
  it("never contains a server action header, whose value Next would log", async () => {
    await fetch(address, { headers: { "Next-Action": "forged line", "x-other": "other" } });
    expect(passedOn.headers).not.toHaveProperty("next-action");
    expect(passedOn.rawHeaders.join()).not.toContain("forged line");
    expect(passedOn.headers["x-other"]).toBe("other");
  });

  // A caller's own id of our form could make calls collide in the API log.
  it.each(["no plain id", newId()])(
    "has the caller's address and a request id from the server, whatever the caller sent: %s",
    async (id) => {
      await fetch(address, { headers: { "x-client-address": "192.0.2.1", "x-request-id": id } });
      expect(passedOn.headers["x-client-address"]).toBe("127.0.0.1");
      expect(passedOn.headers["x-request-id"]).toMatch(/^[0-9a-f]{24}$/);
      expect(passedOn.headers["x-request-id"]).not.toBe(id);
    },
  );
});

describe("the headers of a page", () => {
  const OWN = { "referrer-policy": "origin", "cache-control": "max-age=1", "x-request-id": "own" };
  const waysToAnswer: [string, (response: ServerResponse) => unknown][] = [
    ["writeHead", (response) => response.writeHead(200, OWN)],
    ["setHeaders", (response) => response.setHeaders(new Map(Object.entries(OWN)))],
    [
      "appendHeader and flushHeaders",
      (response) => {
        for (const [name, value] of Object.entries(OWN)) response.appendHeader(name, value);
        response.flushHeaders();
      },
    ],
    [
      "write",
      (response) => {
        for (const [name, value] of Object.entries(OWN)) response.setHeader(name, value);
        response.write("page");
      },
    ],
  ];

  it.each(waysToAnswer)(
    "security 128: are defaults for a handler that uses %s",
    async (_, write) => {
      respond = (response) => {
        write(response);
        response.end();
      };
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

const NOT_STORED = [
  ...["consent/%00", "requests/a%00b", "organization/%00/clients", "company/42/extensions?q=%00"],
  ...["platform/companies?q=a%00", "company/42/extensions/%ff", "docs/%e0%a4"],
];
const DECODABLE = [
  ...[
    "api/auth/signin?callbackUrl=%E0%A4%A&callbackUrl=%",
    "api/auth/callback/oidc?code=%&state=%ff",
  ],
  ...["api/auth/%25", "api/auth/%2e%2e/x", "company/42/extensions?q=100%"],
];

it.each([
  ...NOT_STORED.map((path) => [path, 400] as const),
  ...DECODABLE.map((path) => [path, 200] as const),
])(
  "security 123: passes a page's address on only if a database stores its texts: %s gets %i",
  async (path, expected) => {
    const { status } = await fetch(address + path, { headers: { "x-other": path } });
    expect(status).toBe(expected);
    expect(passedOn.headers["x-other"] === path).toBe(expected === 200);
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
    expect(passedOn.headers).toMatchObject({ traceparent: trace, tracestate: "v=1,w=2" });
  });

  it.each<Record<string, string>>([
    { traceparent: `00-${"0".repeat(32)}-${"b".repeat(16)}-01`, tracestate: "v=1" },
    { tracestate: "v=1" },
  ])("is removed if it is not valid: %j", async (headers) => {
    expect(await lineOf(headers)).toMatchObject({ trace_id: undefined });
    expect(passedOn.headers).not.toHaveProperty("traceparent");
    expect(passedOn.headers).not.toHaveProperty("tracestate");
    expect(passedOn.rawHeaders.join().toLowerCase()).not.toContain("trace");
  });
});

const NOT_DECODABLE = [
  ...["company/%E0%A4%A", "100%", "service/application/catalog/v1.0/products/100%/", "service/%"],
  ...["service/partner/authorization/v1.0/organization/100%/nothing", "api/auth/%", "api/auth/%/"],
  ...[
    "api/auth/callback/%C3",
    "api/auth/signin/%ED%A0%80?error=%",
    "api/auth/%C0%AE%C0%AE/session",
  ],
  "api/auth/callback/oidc%2?code=a&state=%E0%A4%A",
];

it.each(NOT_DECODABLE)(
  "answers 400 in the form of the API to a path that is not percent-encoded UTF-8: %s",
  async (path) => {
    const response = await fetch(address + path);
    expect(response.status).toBe(400);
    const body: unknown = await response.json();
    expect(body).toHaveProperty(
      path.startsWith("service/partner") ? "errors" : "error_description",
    );
    expect(body).toMatchObject({
      error: "invalid_request",
      message: "The path is not percent-encoded UTF-8.",
      request_id: response.headers.get("x-request-id"),
    });
  },
);

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
  const lane = (["GET", "DELETE"] as const).map((method) => ({ method, path: "/", handler }));
  const slow = createServer(requestListener(env(), lane, () => {}));
  onTestFinished(() => void slow.close());
  const socket = connect((await listen(slow)).port, "127.0.0.1");
  const request = (method: string) => `${method} / HTTP/1.1\r\nhost: a\r\n\r\n`;
  socket.write(request("GET") + request("DELETE").repeat(20));
  await expect.poll(() => handler.mock.calls.length, PATIENCE).toBe(21);
  socket.destroy();
  await expect.poll(() => info.mock.calls.length, PATIENCE).toBe(21);
  const statuses = info.mock.calls.map(([fields]) => Object(fields).status);
  expect(statuses).toEqual(Array(21).fill(499));
});
