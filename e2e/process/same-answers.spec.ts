import {
  type APIRequest,
  type APIRequestContext,
  type APIResponse,
  expect,
  test,
} from "@playwright/test";
import { endpoints } from "@/lib/api/endpoints";
import { testServers } from "@/test/process/servers";
import { PRODUCTS_PATH } from "@/test/requests/http/list-products";
import { clientsPath } from "@/test/requests/http/management-api";
import { companyOauth } from "@/test/requests/http/post-token";

const REQUEST_ID = "trace-0123456789";
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

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

test("security 128: both hosts give the same response to every method on every path, also unknown ones", async ({
  playwright,
}) => {
  const paths = endpoints.map(({ path }) =>
    path
      .replace("{company_id}", "42")
      .replace("{organization_id}", "0".repeat(24))
      .replace("{api_key}", "0".repeat(24)),
  );
  const otherOperations = [
    ...["/service", "/service/", "/service/nothing", "/service/common/webhook/v1.0/events"],
    ...[`${companyOauth(42)}/no`, `${companyOauth(42)}/token/`, `${companyOauth(42)}/token/more`],
    ...[clientsPath("0".repeat(24)), `${clientsPath("0".repeat(24))}s`],
  ];
  await expectSameAnswers(playwright.request, async (request) => {
    const answers: [string, APIResponse][] = [];
    for (const path of new Set([...paths, ...otherOperations])) {
      for (const method of METHODS) {
        const answer = await request.fetch(path, { method, maxRedirects: 0 });
        answers.push([`${method} ${path}`, answer]);
      }
    }
    return answers;
  });
});

test("both hosts give the same response to an unusable body", async ({ playwright }) => {
  const bodies = [
    { type: "application/json", data: "{" },
    { type: "application/json", data: `"${"x".repeat(70_000)}"` },
    {
      type: "application/json",
      data: '{"grant_type":"password","client_id":"a","client_secret":"b"}',
    },
    { type: "application/x-www-form-urlencoded", data: "a=1&a=2" },
    { type: "text/plain", data: "nonsense" },
  ];
  await expectSameAnswers(playwright.request, async (request) => {
    const answers: [string, APIResponse][] = [];
    for (const { type, data } of bodies) {
      const path = `${companyOauth(42)}/token`;
      const headers = { "content-type": type };
      const answer = await request.post(path, { headers, data: Buffer.from(data) });
      answers.push([`${type} ${data.slice(0, 20)}`, answer]);
    }
    const headers = { authorization: "Bearer lko_nonsense" };
    answers.push(["bearer", await request.get(PRODUCTS_PATH, { headers })]);
    return answers;
  });
});

async function expectSameAnswers(
  contexts: APIRequest,
  ask: (request: APIRequestContext) => Promise<[string, APIResponse][]>,
): Promise<void> {
  const [lane, next] = await Promise.all(
    testServers.map(async ({ baseUrl }) => {
      const extraHTTPHeaders = { "x-request-id": REQUEST_ID };
      const request = await contexts.newContext({ baseURL: baseUrl, extraHTTPHeaders });
      const described: Record<string, unknown> = {};
      for (const [name, answer] of await ask(request)) {
        described[name] = await outlineOf(answer, baseUrl);
      }
      await request.dispose();
      return described;
    }),
  );
  expect(lane).toEqual(next);
}

async function outlineOf(answer: APIResponse, baseUrl: string): Promise<object> {
  const neutral = (text: string) => text.replaceAll(baseUrl, "{base_url}");
  const headers = Object.entries(answer.headers()).filter(([name]) => !HEADERS_OF_HOST.has(name));
  return {
    status: answer.status(),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, neutral(value)])),
    body: neutral(await answer.text()),
  };
}
