import { expect, test } from "vitest";
import { pageSecurityHeaders } from "@/lib/http/page-security";

const page = { path: "/", https: false, development: false };

function policyOf(overrides: Partial<typeof page>): string {
  return pageSecurityHeaders({ ...page, ...overrides })["content-security-policy"] ?? "";
}

test("security 19: nobody may frame a page", () => {
  expect(policyOf({})).toContain("frame-ancestors 'none'");
  expect(pageSecurityHeaders(page)["x-frame-options"]).toBe("DENY");
});

test("each answer has a nonce of its own", () => {
  expect(policyOf({})).toMatch(/script-src 'self' 'nonce-[\w+/]{22}==' 'strict-dynamic';/);
  expect(policyOf({})).not.toBe(policyOf({}));
});

test("forms stay here, except where they end at an extension", () => {
  expect(policyOf({ path: "/organizations/1" })).toMatch(/form-action 'self';/);
  expect(policyOf({ path: "/consent/1" })).toMatch(/form-action 'self' https: http:\/\/127/);
  expect(policyOf({ path: "/consents" })).toMatch(/form-action 'self';/);
});

test("scripts may call eval in development only", () => {
  expect(policyOf({})).not.toContain("unsafe-eval");
  expect(policyOf({ development: true })).toContain("'unsafe-eval'");
});

test("https is pinned only where the site is on https", () => {
  expect(pageSecurityHeaders(page)["strict-transport-security"]).toBeUndefined();
  const pinned = pageSecurityHeaders({ ...page, https: true });
  expect(pinned["strict-transport-security"]).toMatch(/^max-age=31536000/);
});
