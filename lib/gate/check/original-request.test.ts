import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { env } from "@/lib/core/env/env";
import { CHECK_PATH } from "@/lib/gate/check/original-request";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { loggedCalls, useRules } from "@/test/requests/call-gate";
import { sendBytes } from "@/test/requests/send-bytes";

let server: Server;
let port: number;
let installation: Installation;
let credentials: string;

beforeAll(async () => {
  server = createServer(
    requestListener(env(), endpoints, (_request, response) => response.writeHead(404).end()),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  useRules([
    { methods: ["GET", "PUT", "OPTIONS", "PROPFIND", "HEAD"], path: "/products/{id}" },
    { methods: ["GET"], path: "/" },
  ]);
  installation = await mintInstallation();
  const { clientSecret } = await mintServiceKey(["platform/gate"]);
  const token = await mintAccessToken(installation, "offline");
  credentials = `X-Gate-Key: ${clientSecret}\r\nAuthorization: Bearer ${token}\r\n`;
});
afterAll(() => server.close());

/** The status of a raw request to the gate, with a valid key and token. */
async function ask(method: string, target: string, headers = ""): Promise<number> {
  const answer = await sendBytes(
    port,
    `${method} ${target} HTTP/1.1\r\nHost: latchkey\r\nConnection: close\r\n${credentials}${headers}\r\n`,
    true,
  );
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}

const forwarded = "X-Forwarded-Method: GET\r\nX-Forwarded-Uri: /products/7\r\n";
const forged = "X-Gate-Appended-Request: GET /products/7\r\n";

it.each(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"])(
  "the check works with the method %s, and the original request is in the headers",
  async (method) => {
    expect(await ask(method, CHECK_PATH, forwarded)).toBe(200);
    expect(await ask(method, `${CHECK_PATH}?x=1`, forwarded)).toBe(200);
    expect(await ask(method, CHECK_PATH)).toBe(403);
    expect(await ask(method, `${CHECK_PATH}er`, forwarded)).toBe(404);
  },
);

// e2e/hosts/gate.spec.ts sends more forms to both hosts.
describe("security 83, 84 and 85: the gate answers with", () => {
  it.each([
    [200, "GET", "/products/7", ""],
    [200, "GET", "/products/7?page_no=1", ""],
    [200, "PUT", "/products/7", ""],
    [200, "PROPFIND", "/products/7", ""],
    [200, "GET", "/", ""],
    [403, "DELETE", "/products/7", ""],
    [403, "GET", "/customers", ""],
    [403, "GET", "//products/7", ""],
    [403, "GET", "/products/../products/7", ""],
    [403, "GET", "/products/./7", ""],
    [403, "GET", "/products/%2e%2e", ""],
    [400, "GET", "/products/a\\b", ""],
    [403, "GET", "/../check/products/7", ""],
    [403, "GET", "/http://api.example.com/products/7", ""],
    // What is appended takes precedence over headers, which cannot append anything.
    [403, "DELETE", "/products/7", forwarded],
    [200, "GET", "/products/7", `${forwarded}X-Original-Method: DELETE\r\nX-Original-URI: /x\r\n`],
    [403, "DELETE", "/products/7", forged],
    [403, "GET", "", forged],
    // A header that is sent twice.
    [403, "GET", "", `X-Original-Method: GET\r\n${"X-Original-URI: /products/7\r\n".repeat(2)}`],
    [403, "GET", "", `${"X-Original-Method: GET\r\n".repeat(2)}X-Original-URI: /products/7\r\n`],
    [403, "GET", "", `${forwarded}X-Forwarded-Uri: /products/7\r\n`],
  ])(
    "%d when %s %s is appended to the path, as Envoy does, with the headers %j",
    async (...row) => {
      const [status, method, target, headers] = row;
      expect(await ask(method, CHECK_PATH + target, headers)).toBe(status);
    },
  );
});

it("an original request that is appended to the path is recorded with its method and template", async () => {
  await ask("PUT", `${CHECK_PATH}/products/a%20b?x=1`);
  const calls = await loggedCalls(installation.client.clientId);
  const call = { method: "PUT", path: "/products/{id}", denial: null };
  expect(calls).toContainEqual(expect.objectContaining(call));
});
