import fc from "fast-check";
import { expect, it } from "vitest";
import { slugOf } from "@/lib/clients/slug";

it.each([
  ["Shipfast", "shipfast"],
  ["  Ship Fast & Co.  ", "ship-fast-co"],
  ["Café Über", "cafe-uber"],
  ["शिपफास्ट", "client"],
  ["---", "client"],
])("turns %j into %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it("turns every name into something that is safe in a URL", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
      expect(slugOf(name)).toMatch(/^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$/);
    }),
  );
});
