import fc from "fast-check";
import { expect, it } from "vitest";
import {
  providerHref,
  secondStepHref,
  signInHref,
  signInReturnPath,
} from "@/lib/identity/sessions/sign-in-return-path";

it.each([
  [{ return_to: "/consent/abc" }, "/consent/abc"],
  [{ return_to: "//evil.test" }, "/"],
  [{}, "/"],
])("%j leads to %s", (query, path) => {
  expect(signInReturnPath(query)).toBe(path);
});

it("the provider authenticates the person again only when asked to", () => {
  expect(providerHref("/a")).toBe("/api/auth/signin/oidc?return_to=%2Fa");
  expect(providerHref("/a", "again")).toBe("/api/auth/signin/oidc?again=1&return_to=%2Fa");
});

it("every way to sign in has a short address, however long the path is that it leads back to", () => {
  fc.assert(
    fc.property(fc.webPath(), fc.string({ maxLength: 9_000 }), (path, query) => {
      const long = `${path}?${encodeURIComponent(query.toWellFormed())}`;
      for (const href of [signInHref, secondStepHref, providerHref].map((lead) => lead(long))) {
        expect(href.length).toBeLessThan(1_500);
      }
    }),
  );
});

it("a path that is too long to come back to loses its query", () => {
  expect(signInReturnPath({ return_to: `/docs?q=${"é".repeat(500)}` })).toBe("/docs");
  expect(signInReturnPath({ return_to: `/${"a".repeat(2_000)}` })).toBe("/");
});
