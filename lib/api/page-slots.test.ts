import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MOST_RENDERED, MOST_WAITING_OF_NETWORK } from "@/lib/api/page-slots";
import { requestListener } from "@/lib/api/request-listener";
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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

/** Requests pages; each is rendered until `finish` has ended all. */
function request(count: number, { path = "/docs", from = "192.0.2.1" } = {}) {
  const disconnection = new AbortController();
  const { signal } = disconnection;
  const answers = Array.from({ length: count }, () =>
    fetch(origin + path, { signal, headers: { "x-forwarded-for": from } }).then(
      ({ status }) => status,
      () => null,
    ),
  );
  return {
    answers: Promise.all(answers),
    first: Promise.race(answers),
    leave: () => disconnection.abort(),
  };
}

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
  const { answers } = request(AT_A_TIME);
  await until(() => rendering.length === MOST_RENDERED);
  expect(await (await fetch(`${origin}/service/check`)).text()).toBe("checked");
  expect(await finish(AT_A_TIME)).toBeLessThanOrEqual(MOST_RENDERED);
  expect(new Set(await answers)).toEqual(new Set([200]));
});

it("security 91: a network with too many waiting pages gets 503 with Retry-After", async () => {
  const admitted = MOST_RENDERED + MOST_WAITING_OF_NETWORK;
  // Whichever arrives last gets an answer, and the others wait.
  const { answers, first, leave } = request(admitted + 1, { from: "2001:db8::1" });
  expect(await first).toBe(503);
  const headers = { accept: "text/html", "x-forwarded-for": "2001:db8::2" };
  const refused = await fetch(`${origin}/docs`, { headers });
  expect(refused.headers.get("retry-after")).toMatch(/^[3-7]$/);
  expect(await refused.text()).toContain("is busy");
  leave();
  expect((await answers).toSorted()).toEqual([503, ...Array(admitted).fill(null)]);
});

it("a caller who leaves gives up their place", async () => {
  const { answers, leave } = request(MOST_RENDERED + 5);
  await until(() => rendering.length === MOST_RENDERED);
  leave();
  await answers;
  await until(() => rendering.every(({ closed }) => closed));
  const next = request(1);
  // A request that left may still arrive, and is rendered before the next one.
  let isAnswered = false;
  void next.answers.then(() => {
    isAnswered = true;
  });
  await until(() => {
    for (const response of rendering) if (!response.closed) response.end();
    return isAnswered;
  });
  expect(await next.answers).toEqual([200]);
});

it("a page that waits for something else gives up its place after a second", async () => {
  const { answers } = request(MOST_RENDERED + 1);
  await until(() => rendering.length === MOST_RENDERED);
  vi.advanceTimersByTime(1_000);
  await until(() => rendering.length === MOST_RENDERED + 1);
  for (const response of rendering) response.end();
  expect(new Set(await answers)).toEqual(new Set([200]));
});

it("files of the build take no place", async () => {
  const pages = request(MOST_RENDERED);
  await until(() => rendering.length === MOST_RENDERED);
  const { answers } = request(1, { path: "/_next/static/a.js" });
  await until(() => rendering.length === MOST_RENDERED + 1);
  for (const response of rendering) response.end();
  expect(await answers).toEqual([200]);
  await pages.answers;
});
