import { expect, test } from "@/test/browser/test";
import { clientsPath } from "@/test/requests/http/management-api";

const CLIENT_NAME = "Nobody outside may read this name";

/** Headers that parts of a framework send each other, and that once let strangers bypass checks. */
const craftedHeaders: Record<string, string>[] = [
  { "x-middleware-subrequest": "middleware" },
  { "x-middleware-subrequest": "src/middleware:src/middleware:src/middleware:src/middleware" },
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
  { "x-middleware-next": "1" },
  { "x-middleware-rewrite": "/" },
  { "x-middleware-override-headers": "authorization", "x-middleware-request-authorization": "x" },
  { "x-invoke-path": "/", "x-invoke-status": "200" },
  { "x-matched-path": "/", "x-now-route-matches": "1=a" },
  { "x-nextjs-data": "1" },
  { "x-prerender-revalidate": "0", "x-prerender-revalidate-if-generated": "1" },
  { "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" },
  { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", "x-client-address": "127.0.0.1" },
  { "x-original-url": "/healthz", "x-rewrite-url": "/healthz" },
  { "x-http-method-override": "GET" },
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { rsc: "1", "next-router-segment-prefetch": "/_tree" },
  { rsc: "1", "next-router-state-tree": "%5B%22%22%2C%7B%7D%5D" },
  { "next-action": "0".repeat(40) },
  { "next-action": "7f".repeat(21), "content-type": "multipart/form-data; boundary=x" },
];

/** Alternative spellings of a path, and addresses at which a framework serves parts of a page. */
const craftedPaths: ((path: string) => string)[] = [
  (path) => `${path}.rsc`,
  (path) => `${path}?_rsc=1a2b3`,
  (path) => `${path}.segments/_tree.segment.rsc`,
  (path) => `${path}.segments/_full.segment.rsc`,
  (path) => `${path}.prefetch.rsc`,
  (path) => `${path}.json`,
  (path) => `/_next/data/build${path}.json`,
  (path) => `/_next/data/development${path}.json`,
  (path) => `/_next/image?url=${encodeURIComponent(path)}&w=64&q=75`,
  (path) => `/healthz/..${path}`,
  (path) => `/healthz/%2e%2e${path}`,
  (path) => `/healthz/..%2f${path.slice(1)}`,
  (path) => `/.${path}`,
  (path) => `/;${path}`,
  (path) => `${path}/`,
  (path) => `${path};.css`,
  (path) => `${path}%00`,
  (path) => path.toUpperCase(),
  (path) => path.replace("organization", "%6frganization"),
];

let pages: string[];
let operations: string[];

test.beforeAll(async ({ management }) => {
  const { client_id: clientId } = await management.create({ meta: { name: CLIENT_NAME } });
  const { organizationId } = management;
  const list = `/organization/${organizationId}/clients`;
  pages = [list, `${list}/${clientId}`];
  operations = [clientsPath(organizationId), `${clientsPath(organizationId)}/${clientId}`];
});

test("security 51: no crafted header bypasses the management API's 401", async ({ request }) => {
  for (const path of operations) {
    for (const headers of craftedHeaders) {
      for (const method of ["GET", "DELETE"].slice(0, path === operations[0] ? 1 : 2)) {
        const answer = await request.fetch(path, { method, headers });
        expect(answer.status(), `${method} ${JSON.stringify(headers)}`).toBe(401);
        expect((await answer.json()).error).toBe("unauthenticated");
      }
    }
  }
});

test("security 51: no crafted header reveals a page to a stranger", async ({ request }) => {
  for (const path of pages) {
    for (const headers of craftedHeaders) {
      for (const method of ["GET", "POST"]) {
        const answer = await request.fetch(path, { method, headers, maxRedirects: 0 });
        const description = `${method} ${path} ${JSON.stringify(headers)}: ${answer.status()}`;
        expect(answer.status(), description).toBeLessThan(500);
        expect(await answer.text(), description).not.toContain(CLIENT_NAME);
      }
    }
  }
});

test("security 51: no alternative spelling of a URL reveals anything to a stranger", async ({
  request,
}) => {
  for (const path of [...pages, ...operations]) {
    for (const write of craftedPaths) {
      const address = write(path);
      const answer = await request.get(address, {
        headers: { rsc: address.includes("rsc") ? "1" : "0" },
        maxRedirects: 0,
      });
      const description = `${address}: ${answer.status()}`;
      expect(answer.status(), description).toBeLessThan(500);
      expect(await answer.text(), description).not.toContain(CLIENT_NAME);
    }
  }
});

test("security 51: an authorized caller gets a response, which validates the tests above", async ({
  management,
}) => {
  const answer = await management.call("GET", "", { params: { q: CLIENT_NAME } });
  expect(await answer.text()).toContain(CLIENT_NAME);
});
