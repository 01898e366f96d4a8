import fc from "fast-check";
import { expect, it } from "vitest";
import { env } from "@/lib/core/env";
import {
  providerHref,
  signInHref,
  signInReturnPath,
} from "@/lib/identity/sessions/sign-in-return-path";

it.each([
  [{ return_to: "/consent/abc" }, "/consent/abc"],
  [{ callbackUrl: "/consent/abc" }, "/consent/abc"],
  // What next-auth returns after a failed attempt.
  [{ callbackUrl: "http://127.0.0.1:3000/sign-in?return_to=%2Fconsent%2Fabc" }, "/consent/abc"],
  [{ return_to: "/sign-in?return_to=//evil.test" }, "/"],
  [{ return_to: "//evil.test", callbackUrl: "https://evil.test" }, "/"],
  [{}, "/"],
])("%j leads to %s", (query, path) => {
  expect(signInReturnPath(query)).toBe(path);
});

it("the provider authenticates the person again only when asked to", () => {
  expect(providerHref("/a")).toBe("/api/auth/signin/oidc?return_to=%2Fa");
  expect(providerHref("/a", "again")).toBe("/api/auth/signin/oidc?again=1&return_to=%2Fa");
});

it("survives any number of failed attempts", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\/[a-z]{1,8}\?[a-z=&%2F]{0,12}$/),
      fc.nat(5),
      (path, attempts) => {
        fc.pre(!path.startsWith("/sign-in?"));
        let query: Record<string, string> = { return_to: path };
        for (let n = 0; n < attempts; n += 1) {
          query = { callbackUrl: env().baseUrl + signInHref(signInReturnPath(query)) };
        }
        expect(signInReturnPath(query)).toBe(signInReturnPath({ return_to: path }));
      },
    ),
  );
});
