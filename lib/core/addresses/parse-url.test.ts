import { expect, test } from "vitest";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";

test("parses addresses with umlauts, even after many calls", () => {
  for (let n = 0; n < 200_000; n += 1) parseUrl("https://example.com/cb");
  expect(parseUrl("https://b\u00fccher.example/cb")?.host).toBe("xn--bcher-kva.example");
});

test("returns null for text that is not an address", () => {
  expect(parseUrl("/cb")).toBeNull();
  expect(parseUrl("https://[")).toBeNull();
  expect(parseUrl("/cb", "https://example.com")?.href).toBe("https://example.com/cb");
});
