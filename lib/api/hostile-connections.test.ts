import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { env } from "@/lib/core/env/env";
import { issuerPath } from "@/lib/protocol/metadata/issuer";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { basic } from "@/test/requests/call-token";
import { sendBytes } from "@/test/requests/send-bytes";
import { serveFlow } from "@/test/requests/serve-flow";

// Other test files send wrong secrets from 127.0.0.1, too, and a bucket of keys has one limit.
takeOwnDatabase();

const SEED = 20_261_121;
/** For a few hundred connections on a busy machine. */
const PATIENCE_MS = 60_000;

let installation: Installation;
let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await serveFlow();
  installation = await mintInstallation();
});

afterAll(() => stop());

const tokenPath = () =>
  `${issuerPath({ companyId: installation.companyId, organizationId: null })}/oauth/token`;

const send = (bytes: string | Uint8Array, more = false) =>
  sendBytes(Number(new URL(env().baseUrl).port), bytes, more);

const head = (...lines: string[]) =>
  `${["POST", tokenPath()].join(" ")} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;

const HOST = "host: 127.0.0.1";
const FORM = "content-type: application/x-www-form-urlencoded";

async function expectAlive(): Promise<void> {
  expect((await fetch(`${env().baseUrl}/healthz`)).status).toBe(200);
}

describe("security 53: a request body or header", () => {
  // Proxies read a body with two lengths differently.
  it.each([
    [400, ["content-length: 5", "transfer-encoding: chunked"]],
    [400, ["content-length: 0", "content-length: 5"]],
    [431, [`x-padding: ${"a".repeat(20_000)}`]],
  ])("gets %i if its lengths contradict each other or its headers exceed 16 KB", async (...row) => {
    const [status, headers] = row;
    const response = await send(`${head(HOST, FORM, ...headers)}0\r\n\r\nGET /healthz`);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await expectAlive();
  });

  it(
    "can contain any bytes without affecting the server",
    async () => {
      const line = fc.string({ unit: "binary", maxLength: 80 });
      const request = fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.tuple(line, line, line).map((parts) => parts.join("\r\n")),
        line.map((odd) => head(HOST, FORM, odd)),
        line.map((odd) => `GET /service/${odd} HTTP/1.1\r\n${HOST}\r\nconnection: close\r\n\r\n`),
      );
      await fc.assert(
        fc.asyncProperty(request, async (bytes) => {
          expect(await send(bytes)).not.toMatch(/^HTTP\/1\.1 5/);
        }),
        { seed: SEED, numRuns: 200 },
      );
      await expectAlive();
    },
    PATIENCE_MS,
  );
});

describe("a caller's own claims", () => {
  const call = (headers: Record<string, string>, secret = installation.client.clientSecret) =>
    fetch(env().baseUrl + tokenPath(), {
      method: "POST",
      headers: {
        ...headers,
        authorization: basic({ ...installation.client, clientSecret: secret }),
      },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });

  it("security 50: a request id that could forge a log line is replaced, and a plain one is kept", async () => {
    const forged = await call({ "x-request-id": '"} {"level":"fatal' });
    expect(forged.headers.get("x-request-id")).toMatch(/^[0-9a-f]{24}$/);
    const plain = await call({ "x-request-id": "trace-0123456789" });
    expect(plain.headers.get("x-request-id")).toBe("trace-0123456789");
  });

  it("security 54: a different claimed address in each request does not bypass the limit", async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const address = `198.51.100.${attempt}`;
      const headers = { "x-client-address": address, "x-forwarded-for": address };
      expect((await call(headers, newToken("secret"))).status).toBe(401);
    }
    const blocked = await call({ "x-client-address": "198.51.100.99" }, newToken("secret"));
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call({})).status).toBe(200);
  });
});
