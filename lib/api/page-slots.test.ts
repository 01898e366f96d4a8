import { createServer, type ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MAX_RENDERED, MAX_WAITING_OF_NETWORK } from "@/lib/api/page-slots";
import { requestListener } from "@/lib/api/request-listener";
import { listen } from "@/test/process/listen";
import { configureTestEnv } from "@/test/process/test-env";

const AT_A_TIME = 40;

let origin: string;
let close: () => void;
/** Pages that Next is rendering, in the order of their requests. */
let rendering: ServerResponse[];

beforeEach(async () => {
  // The turns of these pages end with their responses, however busy the machine is.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  // A page of the last test's server may still arrive there.
  const pages: ServerResponse[] = [];
  rendering = pages;
  const lane = {
    method: "GET",
    path: "/service/check",
    handler: () => new Response("checked"),
  } as const;
  const next = (_: unknown, response: ServerResponse) => void pages.push(response);
  const environment = configureTestEnv({ TRUSTED_PROXIES: "127.0.0.1" });
  const server = createServer(requestListener(environment, [lane], next));
  origin = (await listen(server)).origin;
  close = () => {
    server.close();
    server.closeAllConnections();
  };
});

afterEach(() => {
  vi.useRealTimers();
  close();
});

/** Waits in turns of the event loop: Vitest's own waiting would advance the faked time. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

/** Requests pages; each is rendered until the test ends it. */
const request = (count: number, path = "/docs", from = "192.0.2.1") =>
  Array.from({ length: count }, () =>
    fetch(origin + path, { headers: { "x-forwarded-for": from, accept: "text/html" } }),
  );

const statusesOf = async (requests: Promise<Response>[]) =>
  new Set((await Promise.all(requests)).map(({ status }) => status));

/** Ends one page after the other, and returns how many were rendered at the same time at most. */
async function finish(count: number): Promise<number> {
  let most = 0;
  for (let endedCount = 0; endedCount < count; endedCount += 1) {
    await until(() => rendering.length > 0);
    most = Math.max(most, rendering.length);
    rendering.shift()?.end("page");
  }
  return most;
}

it("security 91: 40 pages at a time are rendered few at a time, while the gate answers", async () => {
  const pages = request(AT_A_TIME);
  await until(() => rendering.length === MAX_RENDERED);
  expect(await (await fetch(`${origin}/service/check`)).text()).toBe("checked");
  expect(await finish(AT_A_TIME)).toBeLessThanOrEqual(MAX_RENDERED);
  expect(await statusesOf(pages)).toEqual(new Set([200]));
});

it("security 91: a network with too many waiting pages gets 503 with Retry-After", async () => {
  const admitted = MAX_RENDERED + MAX_WAITING_OF_NETWORK;
  // The one that arrives last gets an answer, and the others wait.
  const pages = request(admitted + 1, "/docs", "2001:db8::1");
  const rejection = await Promise.race(pages);
  expect(rejection.status).toBe(503);
  expect(rejection.headers.get("retry-after")).toMatch(/^[3-7]$/);
  expect(await rejection.text()).toContain("is busy");
  await finish(admitted);
  expect(await statusesOf(pages)).toEqual(new Set([200, 503]));
});

it("files of the build take no place", async () => {
  const pages = request(MAX_RENDERED);
  await until(() => rendering.length === MAX_RENDERED);
  const files = request(1, "/_next/static/a.js");
  await until(() => rendering.length === MAX_RENDERED + 1);
  for (const response of rendering) response.end();
  expect(await statusesOf([...pages, ...files])).toEqual(new Set([200]));
});
