import { expect, test } from "@/test/browser/test";
import { PRODUCTS_PATH } from "@/test/requests/http/list-products";

const MAX_OF_PAGE = 150 * 1024;
const MAX_ELEMENTS = 3000;

test("security 45: forbids caching of pages and API responses, including errors", async ({
  request,
  seller,
  demo,
}) => {
  const answers = [
    await request.get("/healthz"),
    await request.get("/readyz"),
    await request.get("/nothing-here"),
    await request.get("/service/nothing"),
    await request.get(PRODUCTS_PATH),
    await seller.get(`/company/${demo.company_id}/extensions`),
    await seller.get("/consent/nothing"),
    await request.get("/sign-in"),
  ];
  for (const answer of answers) {
    expect(answer.headers()["cache-control"], answer.url()).toContain("no-store");
  }
});

test("security 19: every page forbids framing with both headers and runs only Latchkey's own scripts", async ({
  request,
}) => {
  for (const path of ["/sign-in", "/errors/invalid_grant", "/docs", "/nowhere"]) {
    const response = await request.get(path);
    const { "content-security-policy": policy = "", ...headers } = response.headers();
    expect(headers["x-frame-options"], path).toBe("DENY");
    expect(policy, path).toContain("frame-ancestors 'none'");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    const scripts = (await response.text()).match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
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
    const listed = new Set([contents]);
    const document = await (await request.get("/openapi.json")).json();
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths);
    // A set yields what is added to it on the way.
    for (const path of listed) {
      const page = await as.get(path);
      expect(page.status(), path).toBe(200);
      const html = await page.text();
      expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(MAX_OF_PAGE);
      expect(html.match(/<[a-z]/gi)?.length, path).toBeLessThanOrEqual(MAX_ELEMENTS);
      for (const link of docsLinks(html)) listed.add(link);
    }
    const paths = [...listed].map((path) => path.split("?")[0]);
    for (const { operationId } of operations.flatMap((path) => Object.values(path))) {
      expect(paths).toContain(`/docs/${operationId}`);
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
  const results = await (await request.get("/docs?q=rotate+client")).text();
  expect(docsLinks(results)).toContain("/docs/rotateSecret");
  const hostile = await (await request.get("/docs?q=%3Cimg%3E")).text();
  expect(hostile.includes("<img>")).toBe(false);
  expect((await request.get("/docs/nothing")).status()).toBe(404);
});
