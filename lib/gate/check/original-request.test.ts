import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { env } from "@/lib/core/env";
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

describe("the path of the check itself", () => {
  it.each(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"])(
    "works with the method %s, and the original request is in the headers",
    async (method) => {
      expect(await ask(method, CHECK_PATH, forwarded)).toBe(200);
      expect(await ask(method, `${CHECK_PATH}?x=1`, forwarded)).toBe(200);
      expect(await ask(method, CHECK_PATH)).toBe(403);
    },
  );

  it("is not any longer path that begins like it", async () => {
    expect(await ask("GET", `${CHECK_PATH}er`, forwarded)).toBe(404);
  });
});

describe("an original request that is appended to the path, as Envoy does", () => {
  it.each([
    ["GET", "/products/7", 200],
    ["GET", "/products/7?page_no=1", 200],
    ["PUT", "/products/7", 200],
    ["OPTIONS", "/products/7", 200],
    ["PROPFIND", "/products/7", 200],
    ["HEAD", "/products/7", 200],
    ["GET", "/", 200],
    ["DELETE", "/products/7", 403],
    ["GET", "/customers", 403],
  ])("%s %s is answered with %d", async (method, path, status) => {
    expect(await ask(method, CHECK_PATH + path)).toBe(status);
  });

  it("is recorded with its method and template", async () => {
    await ask("PUT", `${CHECK_PATH}/products/a%20b?x=1`);
    const calls = await loggedCalls(installation.client.clientId);
    expect(calls).toContainEqual(
      expect.objectContaining({ method: "PUT", path: "/products/{id}", denial: null }),
    );
  });

  it("security 85: takes precedence over what the headers say", async () => {
    expect(await ask("DELETE", `${CHECK_PATH}/products/7`, forwarded)).toBe(403);
    const bothPairs = `${forwarded}X-Original-Method: DELETE\r\nX-Original-URI: /x\r\n`;
    expect(await ask("GET", `${CHECK_PATH}/products/7`, bothPairs)).toBe(200);
  });

  it("security 84: cannot be set by a header", async () => {
    const forged = "X-Gate-Appended-Request: GET /products/7\r\n";
    expect(await ask("GET", CHECK_PATH, forged)).toBe(403);
    expect(await ask("DELETE", `${CHECK_PATH}/products/7`, forged)).toBe(403);
  });

  it.each([
    ..."//products/7 /products//7 /products/../products/7 /products/./7 /products/%2e".split(" "),
    ..."/products/%2e%2e /products/a%2fb /products/a;b /products/%00 /products/%c0%ae".split(" "),
    ..."/products/a\\b /products/7#x /PRODUCTS/7 /products/%ff /products/%zz".split(" "),
    ..."//api.example.com/products/7 /../check/products/7 /http://api.example.com/products/7".split(
      " ",
    ),
  ])("security 83: %s is denied", async (path) => {
    expect([400, 403]).toContain(await ask("GET", CHECK_PATH + path));
  });
});

describe("security 85: a header that is sent twice", () => {
  it.each([
    [
      "X-Original-URI",
      "X-Original-Method: GET\r\nX-Original-URI: /\r\nX-Original-URI: /products/7\r\n",
    ],
    [
      "X-Original-Method",
      "X-Original-Method: GET\r\nX-Original-Method: GET\r\nX-Original-URI: /\r\n",
    ],
    ["X-Forwarded-Uri", "X-Forwarded-Method: GET\r\nX-Forwarded-Uri: /\r\nX-Forwarded-Uri: /\r\n"],
  ])("is denied: %s", async (_name, headers) => {
    expect(await ask("GET", CHECK_PATH, headers)).toBe(403);
  });
});
