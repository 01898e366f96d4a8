import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeReturnPath } from "@/lib/auth/safe-return-path";

const BASE = "https://auth.example.com";

describe("security 26: a return address", () => {
  it.each([
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    "/.//evil.test",
    "/a/..//evil.test",
    "javascript:alert(1)",
    "https://evil.test/",
    "https://auth.example.com.evil.test/",
    "https://auth.example.com@evil.test/",
    "https://auth.example.com",
    "https://auth.example.com//evil.test",
    "evil.test",
    "?a=b",
    "",
    null,
    undefined,
  ])("%j leads home", (address) => {
    expect(safeReturnPath(address, BASE)).toBe("/");
  });

  it.each([
    ["/consent/abc", "/consent/abc"],
    ["/a?b=c&d=%2F%2Fevil.test#e", "/a?b=c&d=%2F%2Fevil.test#e"],
    ["https://auth.example.com/a?b=c", "/a?b=c"],
    ["/a?next=//evil.test", "/a?next=//evil.test"],
  ])("%j is kept", (address, path) => {
    expect(safeReturnPath(address, BASE)).toBe(path);
  });

  it("whatever it is, a browser stays on this site", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "@",
      ":",
      "evil.test",
      "\t",
      "%2F",
      "%5C",
      "#",
      "?",
      BASE,
    );
    const address = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl(),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(address, (asked) => {
        const path = safeReturnPath(asked, BASE);
        expect(path.startsWith("/")).toBe(true);
        expect(new URL(path, BASE).origin).toBe(BASE);
      }),
      { numRuns: 3000 },
    );
  });
});
