import { expect, test } from "@/test/browser/hosts-test";
import { registerExtension } from "@/test/requests/http/extension-client";
import { PRODUCTS_PATH } from "@/test/requests/http/list-products";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { sendBytes } from "@/test/requests/send-bytes";

const CHECK = "/service/platform/gate/v1.0/check";

/** Whether a call is allowed, on every host: method and target of the check, and its headers. */
const CALLS: [method: string, target: string, headers: string[], status: number][] = [
  ["GET", CHECK, ["X-Original-Method: GET", `X-Original-URI: ${PRODUCTS_PATH}?page_no=1`], 200],
  ["GET", CHECK, ["X-Forwarded-Method: GET", `X-Forwarded-Uri: ${PRODUCTS_PATH}`], 200],
  ["POST", CHECK, ["X-Forwarded-Method: GET", `X-Forwarded-Uri: ${PRODUCTS_PATH}`], 200],
  ["PROPFIND", CHECK, ["X-Original-Method: GET", `X-Original-URI: ${PRODUCTS_PATH}`], 200],
  ["GET", CHECK, ["X-Original-Method: PUT", `X-Original-URI: ${PRODUCTS_PATH}`], 403],
  ["GET", CHECK, [], 403],
  ["GET", CHECK + PRODUCTS_PATH, [], 200],
  ["GET", `${CHECK}${PRODUCTS_PATH}?page_no=1`, [], 200],
  ["GET", CHECK + PRODUCTS_PATH.replace("products", "%70roducts"), [], 200],
  ["GET", CHECK + PRODUCTS_PATH, ["X-Original-Method: PUT", "X-Original-URI: /x"], 200],
  ["POST", CHECK + PRODUCTS_PATH, [], 403],
  ["HEAD", CHECK + PRODUCTS_PATH, [], 403],
  ["OPTIONS", CHECK + PRODUCTS_PATH, [], 403],
  ["PROPFIND", CHECK + PRODUCTS_PATH, [], 403],
  ["GET", `${CHECK}/`, [], 403],
  ["GET", `${CHECK}/${PRODUCTS_PATH}`, [], 403],
  ["GET", CHECK + PRODUCTS_PATH.replace("products", "x/../products"), [], 403],
  ["GET", CHECK + PRODUCTS_PATH.replace("products", "x/%2e%2e/products"), [], 403],
  ["GET", CHECK + PRODUCTS_PATH.replace("/products", "%2fproducts"), [], 403],
  ["GET", CHECK + PRODUCTS_PATH.replace("/products", "//products"), [], 403],
  ["GET", CHECK + PRODUCTS_PATH.replace("products", "products;v=1"), [], 403],
  ["GET", CHECK + PRODUCTS_PATH.replace("products", "PRODUCTS"), [], 403],
  ["GET", CHECK + PRODUCTS_PATH.replace("products", "%ff"), [], 403],
  ["GET", CHECK + PRODUCTS_PATH.replace("products", "%zz"), [], 403],
];

test("security 83, 85: the gate answers every form of a call the same with and without the fast lane", async ({
  request,
  management,
  seller,
  demo,
  hosts,
}) => {
  const client = await registerExtension(management);
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);
  const ask = (host: string, method: string, target: string, headers: readonly string[]) => {
    const ownHeaders = [
      "Host: latchkey",
      "Connection: close",
      `X-Gate-Key: ${demo.platform.gate_key}`,
    ];
    const lines = [
      `${method} ${target} HTTP/1.1`,
      ...ownHeaders,
      `Authorization: Bearer ${offline}`,
    ];
    const bytes = `${[...lines, ...headers].join("\r\n")}\r\n\r\n`;
    return sendBytes(Number(new URL(host).port), bytes, true);
  };
  const calls = CALLS.flatMap((call) =>
    Object.values(hosts).map((host) => [host, ...call] as const),
  );
  for (const [host, method, target, headers, status] of calls) {
    const answer = (await ask(host, method, target, headers)).toLowerCase();
    expect(answer, `${method} ${target} ${headers}`).toMatch(new RegExp(`^http/1.1 ${status} `));
    if (status === 403) {
      expect(answer).toContain('www-authenticate: bearer realm="latchkey"');
      expect(answer).not.toContain("x-latchkey-client-id");
    } else {
      expect(answer).toContain(`x-latchkey-company-id: ${demo.company_id}\r\n`);
      expect(answer).toContain("x-latchkey-organization-id: \r\n");
      expect(answer).toMatch(/x-latchkey-request-id: [0-9a-f]{24}\r\n/);
    }
    expect(answer).toContain("cache-control: no-store");
  }
});
