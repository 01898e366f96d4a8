import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { batch } from "@/lib/core/db/batch";
import { classifyOutage, type OutageKind } from "@/lib/core/db/outage";
import { pool } from "@/lib/core/db/pool";
import { env } from "@/lib/core/env/env";
import { listen } from "@/test/process/listen";

const LOCK = 81_375;
/** Requests that wait for a statement of their kind, at most, and those whose statements run. */
const MAX_SERVED = 1_000 + 2 * 16;

const server = createServer(
  requestListener(env(), endpoints, (_, response) => response.end("page")),
);
afterAll(() => server.close());

const wait = batch(
  "overload-test",
  { lock: "int4" },
  { lock: "int4" },
  "waited AS (SELECT n, lock, pg_advisory_xact_lock(lock) FROM request) SELECT n, lock FROM waited",
);

/** Sends the beginning of a request. @returns what comes back first */
async function begin(port: number, method: string, path: string): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n`);
  const [answer] = await once(socket, "data");
  return answer;
}

it("an overloaded process rejects token requests before their body has arrived, and is still alive", async () => {
  const { port } = await listen(server);
  const holder = await pool().connect();
  await holder.query("SELECT pg_advisory_lock($1)", [LOCK]);
  // On a slow machine, requests would otherwise have waited too long before the queue is full.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const rejections: (OutageKind | undefined)[] = [];
  const waiting = Array.from({ length: MAX_SERVED + 20 }, () =>
    wait({ lock: LOCK }).catch((error: unknown) => {
      rejections.push(classifyOutage(error)?.kind);
    }),
  );
  await expect.poll(() => rejections.length).toBeGreaterThanOrEqual(20);
  for (const path of ["company/1/oauth/token", "oauth/introspect", "oauth/revoke"]) {
    const answer = await begin(port, "POST", `/service/panel/authentication/v1.0/${path}`);
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: [3-7]\r\n/is);
  }
  expect(await begin(port, "GET", "/healthz")).toContain("200 OK");
  expect(await begin(port, "GET", "/readyz")).toContain("200 OK");
  await holder.query("SELECT pg_advisory_unlock($1)", [LOCK]);
  holder.release();
  const served = (await Promise.all(waiting)).filter((row) => row?.lock === LOCK);
  expect(served).toHaveLength(waiting.length - rejections.length);
  expect(new Set(rejections)).toEqual(new Set(["overloaded"]));
});
