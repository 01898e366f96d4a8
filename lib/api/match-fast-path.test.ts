import { expect, test } from "vitest";
import { pathMatcher } from "@/lib/api/match-fast-path";

const find = pathMatcher([
  { method: "GET", path: "/healthz", value: "health" },
  { method: "POST", path: "/company/{company_id}/oauth/token", value: "company token" },
  { method: "POST", path: "/organization/{organization_id}/oauth/token", value: "org token" },
  { method: "GET", path: "/company/{company_id}/oauth/authorize", value: "authorize" },
  { method: "GET", path: "/company/all/oauth/authorize", value: "all" },
]);

test.each([
  ["GET", "/healthz", "health"],
  ["POST", "/company/42/oauth/token", "company token"],
  ["POST", "/organization/65/oauth/token", "org token"],
  ["GET", "/company/42/oauth/authorize", "authorize"],
  ["GET", "/company/all/oauth/authorize", "all"],
])("finds %s %s", (method, path, value) => {
  expect(find(method, path)).toBe(value);
});

test.each([
  ["another method", "POST", "/healthz"],
  ["a slash at the end", "GET", "/healthz/"],
  ["a path that is longer", "GET", "/healthz/x"],
  ["a path that is shorter", "POST", "/company/42/oauth"],
  ["an empty segment", "POST", "/company//oauth/token"],
  ["an empty first segment", "GET", "//healthz"],
  ["the root", "GET", "/"],
  ["nothing", "GET", ""],
  ["another case", "GET", "/Healthz"],
])("leaves %s to Next", (_, method, path) => {
  expect(find(method, path)).toBeUndefined();
});
