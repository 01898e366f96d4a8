import { expect, test } from "vitest";
import { pageSecurityHeaders } from "@/lib/api/page-handler";

const page = { path: "/", https: false, development: false };

const policyOf = () => pageSecurityHeaders(page)[CSP] ?? "";
const HSTS = "strict-transport-security";
const CSP = "content-security-policy";
const REFERRER = "referrer-policy";
const WITH_SECRETS = [
  ...["/invitation/token", "/recover/token", "/setup/token", "/sign-in", "/sign-in/second-factor"],
  ...["/sandbox/callback", "/api/auth/callback/oidc"],
];

test.each<[string, Partial<typeof page>, string, RegExp]>([
  ["security 19: pages forbid framing", {}, CSP, /frame-ancestors 'none'/],
  ["security 19: pages forbid framing in old browsers", {}, "x-frame-options", /^DENY$/],
  ["security 128: no page is stored", {}, "cache-control", /^no-store$/],
  ["security 128: no page names itself to another site", {}, REFERRER, /^same-origin$/],
  ...WITH_SECRETS.map((path): [string, Partial<typeof page>, string, RegExp] => [
    `security 128: ${path}, whose address may contain a secret, has no referrer`,
    { path },
    REFERRER,
    /^no-referrer$/,
  ]),
  ["forms post only to this site", { path: "/consents" }, CSP, /form-action 'self';/],
  [
    "a form that ends at an extension posts there",
    { path: "/consent/1" },
    CSP,
    /form-action 'self' https: http:\/\/127/,
  ],
  ["scripts may use eval in development", { development: true }, CSP, /'unsafe-eval'/],
  ["HSTS is sent if the site uses https", { https: true }, HSTS, /^max-age=31536000/],
])("%s", (_, overrides, header, value) => {
  expect(pageSecurityHeaders({ ...page, ...overrides })[header]).toMatch(value);
});

test("scripts need the nonce of their response, may not use eval, and HTTP has no HSTS", () => {
  expect(policyOf()).toMatch(/script-src 'self' 'nonce-[\w+/]{22}==' 'strict-dynamic';/);
  expect(policyOf()).not.toBe(policyOf());
  expect(policyOf()).not.toContain("unsafe-eval");
  expect(pageSecurityHeaders(page)[HSTS]).toBeUndefined();
});
