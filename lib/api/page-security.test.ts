import { expect, test } from "vitest";
import { pageSecurityHeaders } from "@/lib/api/page-security";

const page = { path: "/", https: false, development: false };

function policyOf(overrides: Partial<typeof page>): string {
  return pageSecurityHeaders({ ...page, ...overrides })["content-security-policy"] ?? "";
}

test("security 19: pages forbid framing", () => {
  expect(policyOf({})).toContain("frame-ancestors 'none'");
  expect(pageSecurityHeaders(page)["x-frame-options"]).toBe("DENY");
});

test.each([
  "/invitation/token",
  "/recover/token",
  "/setup/token",
  "/sign-in",
  "/sign-in/second-factor",
  "/sandbox/callback",
  "/api/auth/callback/oidc",
])("security 128: %s, whose address may contain a secret, has no referrer", (path) => {
  expect(pageSecurityHeaders({ ...page, path })["referrer-policy"]).toBe("no-referrer");
});

test("security 128: no page is stored, and none names itself to another site", () => {
  expect(pageSecurityHeaders(page)["cache-control"]).toBe("no-store");
  expect(pageSecurityHeaders(page)["referrer-policy"]).toBe("same-origin");
});

test("every response has its own nonce", () => {
  expect(policyOf({})).toMatch(/script-src 'self' 'nonce-[\w+/]{22}==' 'strict-dynamic';/);
  expect(policyOf({})).not.toBe(policyOf({}));
});

test("forms post only to this site, except those that end at an extension", () => {
  expect(policyOf({ path: "/organizations/1" })).toMatch(/form-action 'self';/);
  expect(policyOf({ path: "/consent/1" })).toMatch(/form-action 'self' https: http:\/\/127/);
  expect(policyOf({ path: "/consents" })).toMatch(/form-action 'self';/);
});

test("scripts may use eval only in development", () => {
  expect(policyOf({})).not.toContain("unsafe-eval");
  expect(policyOf({ development: true })).toContain("'unsafe-eval'");
});

test("HSTS is sent only when the site uses https", () => {
  expect(pageSecurityHeaders(page)["strict-transport-security"]).toBeUndefined();
  const pinned = pageSecurityHeaders({ ...page, https: true });
  expect(pinned["strict-transport-security"]).toMatch(/^max-age=31536000/);
});
