import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { expect, test } from "@/test/browser/test";
import { registerExtension } from "@/test/requests/http/extension-client";
import { PRODUCTS_PATH } from "@/test/requests/http/list-products";
import { clientsPath } from "@/test/requests/http/management-api";
import { basic, companyOauth } from "@/test/requests/http/post-token";

const MOST_OF_PAGE = 150 * 1024;
const MOST_ELEMENTS = 3000;

const endpoints = (companyId: number, organizationId: string) => [
  { path: `${companyOauth(companyId)}/authorize`, allow: "GET, HEAD, OPTIONS" },
  { path: `${companyOauth(companyId)}/token`, allow: "POST, OPTIONS" },
  { path: `${companyOauth(companyId)}/offline-token`, allow: "POST, OPTIONS" },
  { path: `${companyOauth(companyId)}/par`, allow: "POST, OPTIONS" },
  { path: `${OAUTH_PATH}/oauth/introspect`, allow: "POST, OPTIONS" },
  { path: `${OAUTH_PATH}/oauth/revoke`, allow: "POST, OPTIONS" },
  { path: PRODUCTS_PATH, allow: "GET, HEAD, OPTIONS" },
  { path: clientsPath(organizationId), allow: "GET, POST, HEAD, OPTIONS" },
];

test("security 36: returns 405 with Allow and an explanation for an unsupported method", async ({
  request,
  demo,
}) => {
  for (const { path, allow } of endpoints(demo.company_id, demo.organization_id)) {
    const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
    for (const method of methods.filter((each) => !allow.includes(each))) {
      const answer = await request.fetch(path, { method });
      expect(answer.status(), `${method} ${path}`).toBe(405);
      expect(answer.headers().allow).toBe(allow);
      expect(await answer.json()).toMatchObject({ error: "method_not_allowed" });
    }
  }
});

test("security 36: rejects credentials in the URL", async ({ request, management, demo }) => {
  const client = await registerExtension(management);
  for (const name of ["client_secret", "code", "refresh_token", "token"]) {
    const answer = await request.post(`${companyOauth(demo.company_id)}/token`, {
      params: { [name]: "x" },
      headers: { authorization: basic(client) },
      form: { grant_type: "client_credentials" },
    });
    expect(answer.status()).toBe(400);
    expect((await answer.json()).message).toContain(name);
  }
});

test("security 53: rejects a body that is too large, not JSON, not UTF-8, or of the wrong type", async ({
  request,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  const bodies = [
    { type: "application/json", data: `{"code":"${"x".repeat(65_536)}"}`, status: 413 },
    { type: "application/json", data: "{", status: 400 },
    { type: "application/json", data: "[1]", status: 400 },
    { type: "application/json", data: Buffer.from([0x22, 0xff, 0x22]), status: 400 },
    { type: "application/x-www-form-urlencoded", data: "code=1&code=2", status: 400 },
    { type: "text/plain", data: "grant_type=authorization_code", status: 415 },
  ];
  for (const { type, data, status } of bodies) {
    for (const path of ["token", "offline-token", "par"]) {
      const answer = await request.post(`${companyOauth(demo.company_id)}/${path}`, {
        headers: { authorization: basic(client), "content-type": type },
        data: Buffer.from(data),
      });
      expect(answer.status(), `${type} at ${path}`).toBe(status);
      expect(await answer.json()).toMatchObject({
        error_description: expect.any(String),
        message: expect.any(String),
      });
    }
    if (type.includes("form")) continue;
    const answer = await management.call("POST", "", {
      headers: { "content-type": type },
      data: Buffer.from(data),
    });
    expect(answer.status(), `${type} at the management API`).toBe(status);
    expect(await answer.json()).toMatchObject({
      message: expect.any(String),
      errors: expect.any(Array),
    });
  }
});

test("security 45: forbids caching of every response, including errors", async ({
  request,
  seller,
  demo,
}) => {
  const answers = [
    await request.get("/healthz"),
    await request.get("/readyz"),
    await request.get("/nothing-here"),
    await request.get(PRODUCTS_PATH),
    await request.get(clientsPath(demo.organization_id)),
    await request.get(`${companyOauth(demo.company_id)}/token`),
    await request.post(`${companyOauth(demo.company_id)}/token`, { data: {} }),
    await request.post(`${companyOauth(demo.company_id)}/offline-token`, { data: {} }),
    await request.post(`${companyOauth(demo.company_id)}/par`, { data: {} }),
    await request.post(`${OAUTH_PATH}/oauth/introspect`, { data: {} }),
    await request.post(`${OAUTH_PATH}/oauth/revoke`, { data: {} }),
    await request.get(`${companyOauth(demo.company_id)}/authorize`, { maxRedirects: 0 }),
    await request.get(
      `/service/panel/partners/v1.0/extensions/details/${demo.extension.client_id}`,
    ),
    await seller.get(`/company/${demo.company_id}/extensions`),
    await seller.get("/consent/nothing"),
    await request.get("/sign-in"),
  ];
  for (const answer of answers) {
    expect(answer.headers()["cache-control"], answer.url()).toContain("no-store");
  }
});

test("answers HEAD like GET without a body, and OPTIONS with the allowed methods", async ({
  request,
  demo,
}) => {
  for (const path of ["/healthz", "/readyz", PRODUCTS_PATH, clientsPath(demo.organization_id)]) {
    const get = await request.get(path);
    const head = await request.head(path);
    expect(head.status(), path).toBe(get.status());
    expect(await head.text()).toBe("");
  }
  for (const { path, allow } of endpoints(demo.company_id, demo.organization_id)) {
    const options = await request.fetch(path, { method: "OPTIONS" });
    expect(options.status(), path).toBe(204);
    expect(options.headers().allow).toBe(allow);
  }
});

test("returns the caller's request id in the header and in the error", async ({
  request,
  demo,
}) => {
  const headers = { "x-request-id": "trace-0123456789" };
  const denials = [
    await request.get(PRODUCTS_PATH, { headers }),
    await request.post(`${companyOauth(demo.company_id)}/token`, { headers, data: {} }),
    await request.get(clientsPath(demo.organization_id), { headers }),
  ];
  for (const answer of denials) {
    expect(answer.headers()["x-request-id"]).toBe("trace-0123456789");
    expect((await answer.json()).request_id).toBe("trace-0123456789");
  }
});

test("returns 404 as a page for unknown pages and as JSON for unknown API paths", async ({
  request,
  demo,
}) => {
  const page = await request.get("/nothing-here");
  expect(page.status()).toBe(404);
  expect(page.headers()["content-type"]).toContain("text/html");
  const paths = [
    ...["/service", "/service/", "/service/nothing", "/service/common/webhook/v1.0/events"],
    ...[`${OAUTH_PATH}/company/42/oauth/no`, `${clientsPath(demo.organization_id)}s`],
  ];
  for (const path of paths) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await request.fetch(path, { method });
      expect(answer.status(), `${method} ${path}`).toBe(404);
      expect(answer.headers()["content-type"]).toBe("application/json");
      expect(await answer.json()).toMatchObject({
        error: "not_found",
        error_uri: expect.stringMatching(/\/errors\/not_found\?request_id=/),
      });
    }
  }
});

/** The addresses of the API reference that a page of it links to. */
function docsLinks(html: string): string[] {
  const links = [...html.matchAll(/ href="(\/docs[^"#]*)"/g)].map(([, path = ""]) => path);
  return [...new Set(links.map((path) => path.replaceAll("&amp;", "&")))];
}

for (const reader of ["anyone", "a member with a client in the examples"] as const) {
  test(`each page of the API reference for ${reader} is listed and has at most 150 KB and 3,000 elements`, async ({
    request,
    admin,
    demo,
  }) => {
    test.slow();
    const query = `?organization_id=${demo.organization_id}&client_id=${demo.extension.client_id}`;
    const [as, contents] = reader === "anyone" ? [request, "/docs"] : [admin, `/docs${query}`];
    const listed = docsLinks(await (await as.get(contents)).text());
    const { paths } = await (await request.get("/openapi.json")).json();
    const operations = Object.values<Record<string, { operationId: string }>>(paths);
    for (const { operationId } of operations.flatMap((path) => Object.values(path))) {
      expect(listed.map((path) => path.split("?")[0])).toContain(`/docs/${operationId}`);
    }
    for (const path of [contents, ...listed]) {
      const page = await as.get(path);
      expect(page.status(), path).toBe(200);
      const html = await page.text();
      expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(MOST_OF_PAGE);
      expect(html.match(/<[a-z]/gi)?.length, path).toBeLessThanOrEqual(MOST_ELEMENTS);
    }
  });
}

test("the API reference fills examples for members only, and searches without JavaScript", async ({
  request,
  admin,
  demo,
}) => {
  const { organization_id: organizationId, extension } = demo;
  const filled = `/organization/${organizationId}/oauth/client/${extension.client_id}`;
  const path = `/docs/getClient?client_id=${extension.client_id}`;
  expect((await (await admin.get(path)).text()).includes(filled)).toBe(true);
  expect((await (await request.get(path)).text()).includes(filled)).toBe(false);
  const found = await (await request.get("/docs?q=rotate+client")).text();
  expect(docsLinks(found)).toContain("/docs/rotateSecret");
  const hostile = await (await request.get("/docs?q=%3Cimg%3E")).text();
  expect(hostile.includes("<img>")).toBe(false);
  expect((await request.get("/docs/nothing")).status()).toBe(404);
});
