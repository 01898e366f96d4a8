import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { batch } from "@/lib/core/db/batch";
import { pool } from "@/lib/core/db/pool";
import { env } from "@/lib/core/env";

const LOCK = 81_375;
const ENOUGH = 1_000;

const server = createServer(
  requestListener(env(), endpoints, (_, response) => response.end("page")),
);
afterAll(() => server.close());

const wait = batch<{ lock: number }, { lock: number }>(
  "overload-test",
  { lock: "int4" },
  { lock: "int4" },
  "waited AS (SELECT n, lock, pg_advisory_xact_lock(lock) FROM request) SELECT n, lock FROM waited",
);

/** Sends the beginning of a request. @returns what comes back first */
async function begin(method: string, path: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n`);
  const [answer] = await once(socket, "data");
  return answer;
}

it("an overloaded process rejects token requests before their body has arrived, and is still alive", async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const holder = await pool().connect();
  await holder.query("SELECT pg_advisory_lock($1)", [LOCK]);
  const waiting = Promise.allSettled(Array.from({ length: ENOUGH }, () => wait({ lock: LOCK })));
  for (const path of ["company/1/oauth/token", "oauth/introspect", "oauth/revoke"]) {
    const answer = await begin("POST", `/service/panel/authentication/v1.0/${path}`);
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: [3-7]\r\n/is);
  }
  expect(await begin("GET", "/healthz")).toContain("200 OK");
  expect(await begin("GET", "/readyz")).toContain("200 OK");
  await holder.query("SELECT pg_advisory_unlock($1)", [LOCK]);
  holder.release();
  await waiting;
});
