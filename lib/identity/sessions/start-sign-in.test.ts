import { expect, it } from "vitest";
import { env } from "@/lib/core/env";
import { readCsrfToken } from "@/lib/identity/sessions/csrf-cookie";
import { startSignIn } from "@/lib/identity/sessions/start-sign-in";

const start = (query: string) => {
  const { status, headers } = startSignIn(new Request(`${env().baseUrl}/sign-in/start?${query}`));
  const { pathname, searchParams } = new URL(headers.get("location") ?? "", env().baseUrl);
  return { status, pathname, query: Object.fromEntries(searchParams), headers };
};

it("sign-in begins with a CSRF cookie, and keeps only its own notices", () => {
  const { status, pathname, query, headers } = start("signed_out=1&evil=1&return_to=/profile");
  expect([status, pathname]).toEqual([302, "/sign-in"]);
  expect(query).toEqual({ started: "1", return_to: "/profile", signed_out: "1" });
  const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
  expect(readCsrfToken(cookie)).toMatch(/^[0-9a-f]{64}$/);
});

it("sign-in never returns to another site", () => {
  expect(start("return_to=https://evil.example").query).toEqual({ started: "1", return_to: "/" });
});

it("a browser without the cookie has no CSRF token", () => {
  expect(readCsrfToken(null)).toBeNull();
});
