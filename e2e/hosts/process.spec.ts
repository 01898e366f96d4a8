import { expect, test } from "@playwright/test";

test("healthz and readyz respond", async ({ request }) => {
  for (const path of ["/healthz", "/readyz"]) {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toBe("no-store");
  }
});

test("keeps a plain request id", async ({ request }) => {
  const response = await request.get("/healthz", {
    headers: { "x-request-id": "trace-0123456789" },
  });
  expect(response.headers()["x-request-id"]).toBe("trace-0123456789");
});

test("replaces a request id that could forge a log line", async ({ request }) => {
  const response = await request.get("/healthz", {
    headers: { "x-request-id": '"} {"level":"fatal' },
  });
  expect(response.headers()["x-request-id"]).toMatch(/^[0-9a-f]{24}$/);
});

test("redirects a page on localhost to the configured origin", async ({ request, baseURL }) => {
  const address = new URL("/sign-in?next=%2F", baseURL);
  address.hostname = "localhost";
  const response = await request.get(address.href, { maxRedirects: 0 });
  expect(response.status()).toBe(307);
  expect(response.headers().location).toBe(`${baseURL}/sign-in?next=%2F`);
});

test("forbids framing of pages and allows only Latchkey's own scripts", async ({ request }) => {
  const response = await request.get("/sign-in");
  const policy = response.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  const scripts = (await response.text()).match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
});
