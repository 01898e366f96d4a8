import { endpoints } from "@/lib/api/endpoints";
import { expect, test } from "@/test/browser/hosts-test";
import { clientsPath } from "@/test/requests/http/management-api";
import { companyOauth } from "@/test/requests/http/post-token";
import { hasValidRequest, validRequest } from "@/test/requests/valid-requests";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const REQUEST_ID = "trace-0123456789";

/** What the hosts add to a response: the connection, the time, and Next's compression and names of its headers. */
const HEADERS_OF_HOST = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "vary",
]);

/** Ids, tokens, and times, which differ between two requests. */
const OWN_VALUES = /[0-9a-f]{24,64}|\blk[a-z]_[\w-]+|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{7,}/g;

/** The same request to another host. */
async function send(request: Request, origin: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = request.body ? Buffer.from(await request.clone().arrayBuffer()) : null;
  const sent = new Headers(headers);
  sent.set("x-request-id", REQUEST_ID);
  return fetch(`${origin}${pathname}${search}`, {
    method,
    headers: sent,
    body,
    redirect: "manual",
  });
}

/** Types in place of values. What a list contains depends on what else happens on the server. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return "array";
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

async function outlineOf(answer: Response): Promise<object> {
  const { status } = answer;
  const headers = [...answer.headers]
    .filter(([name]) => !HEADERS_OF_HOST.has(name))
    .map(([name, value]) => [name, value.replaceAll(OWN_VALUES, "{own}")]);
  const isJson = answer.headers.get("content-type") === "application/json";
  if (status < 400 && !isJson) {
    // Files, images, and events, which do not end.
    await answer.body?.cancel();
    return { status, headers };
  }
  const text = await answer.text();
  const isSuccess = status < 400 && text !== "";
  return { status, headers, body: isSuccess ? shapeOf(JSON.parse(text)) : text };
}

/** The same request to both hosts at once gets the same response. */
async function expectSame(hosts: Record<"lane" | "next", string>, path: string, init: RequestInit) {
  const request = new Request(hosts.lane + path, init);
  const [lane, next] = await Promise.all(
    [hosts.lane, hosts.next].map(async (host) => outlineOf(await send(request, host))),
  );
  expect([init.method, path, lane]).toEqual([init.method, path, next]);
}

const addressOf = (path: string) =>
  path.replace("{company_id}", "42").replaceAll(/\{\w+\}/g, "0".repeat(24));

for (const endpoint of endpoints) {
  const { method, path } = endpoint;

  test(`security 128: ${endpoint.operation} has the same response and headers through both hosts`, async ({
    hosts,
    database: _,
  }) => {
    await expectSame(hosts, addressOf(path), { method });
    if (!hasValidRequest(endpoint)) return;
    const answer = await send(await validRequest(endpoint), hosts.lane);
    expect(answer.status).toBeLessThan(400);
    expect(await outlineOf(answer)).toEqual(
      await outlineOf(await send(await validRequest(endpoint), hosts.next)),
    );
  });
}

test("security 128: other methods and unknown paths have the same response through both hosts", async ({
  hosts,
}) => {
  const unknown = [
    ...["/service", "/service/", "/service/nothing", "/service/common/webhook/v1.0/events"],
    ...[`${companyOauth(42)}/no`, `${companyOauth(42)}/token/`, `${companyOauth(42)}/token/more`],
    ...[`${clientsPath("0".repeat(24))}s`, "/service/platform/gate/v1.0/check/nothing"],
  ];
  for (const path of new Set([
    ...endpoints.map((endpoint) => addressOf(endpoint.path)),
    ...unknown,
  ])) {
    const other = METHODS.filter(
      (method) => !endpoints.some((each) => each.path === path && each.method === method),
    );
    await Promise.all(other.map((method) => expectSame(hosts, path, { method })));
  }
});

test("an unusable body has the same response through both hosts", async ({ hosts }) => {
  for (const [type, body] of [
    ["application/json", "{"],
    ["application/json", "[1]"],
    ["application/json", `"${"x".repeat(70_000)}"`],
    ["application/json", '{"grant_type":"password","client_id":"a","client_secret":"b"}'],
    ["application/x-www-form-urlencoded", "a=1&a=2"],
    ["text/plain", "nonsense"],
  ] as const) {
    for (const name of ["token", "offline-token", "par"]) {
      const headers = { "content-type": type };
      await expectSame(hosts, `${companyOauth(42)}/${name}`, { method: "POST", headers, body });
    }
  }
});
