import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";

const BASE = "https://auth.example.com";

describe("security 26, 68: a return address", () => {
  it.each([
    "//evil.test",
    "/\\evil.test",
    "/\\/evil.test",
    "/%5c\\evil.test",
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
  ])("replaces %j with the home page", (address) => {
    expect(safeReturnPath(address, BASE)).toBe("/");
  });

  it.each([
    ["/consent/abc", "/consent/abc"],
    ["/a?b=c&d=%2F%2Fevil.test#e", "/a?b=c&d=%2F%2Fevil.test#e"],
    ["https://auth.example.com/a?b=c", "/a?b=c"],
    ["/a?next=//evil.test", "/a?next=//evil.test"],
  ])("keeps %j", (address, path) => {
    expect(safeReturnPath(address, BASE)).toBe(path);
  });

  it("always keeps a browser on this site", () => {
    const piece = fc.constantFrom(
      "\t",
      BASE,
      "evil.test",
      ...`/ \\ . .. @ : %2F %5C # ?`.split(" "),
    );
    // URLs of other sites are slow to generate and the simplest of the three.
    const address = fc.oneof(
      { weight: 10, arbitrary: fc.string({ unit: "binary" }) },
      { weight: 1, arbitrary: fc.webUrl() },
      { weight: 20, arbitrary: fc.array(piece, { maxLength: 8 }).map((all) => all.join("")) },
    );
    fc.assert(
      fc.property(address, (sent) => {
        const path = safeReturnPath(sent, BASE);
        return path.startsWith("/") && new URL(path, BASE).origin === BASE;
      }),
      { numRuns: 1000 },
    );
  });
});
