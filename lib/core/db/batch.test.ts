import fc from "fast-check";
import { expect, it } from "vitest";
import { batch, type RequestOf } from "@/lib/core/db/batch";

const VALUES = { word: "text?", amount: "int8?", digest: "bytea?", texts: "text[]?" } as const;

const echo = batch(
  "batch-test-echo",
  VALUES,
  VALUES,
  `echo AS (SELECT * FROM request) SELECT n, word, amount, digest, texts FROM echo ORDER BY n DESC`,
);

const hostileText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("NULL", "{}", '"', "\\", "',", '{"a","b"}', "\\x00", "$1", "'; --", " ", "\n\t"),
);
const values: fc.Arbitrary<RequestOf<typeof VALUES>> = fc.record({
  word: fc.option(hostileText.map((text) => text.replaceAll("\0", ""))),
  amount: fc.option(fc.maxSafeInteger()),
  digest: fc.option(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))),
  texts: fc.option(fc.array(hostileText.map((text) => text.replaceAll("\0", "")))),
});

it("passes any text, number, bytes, texts and null to the database and back, each to its own request", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 40 }), async (items) => {
      expect(await Promise.all(items.map(echo))).toEqual(items);
    }),
    { numRuns: 50 },
  );
});

const select = batch(
  "batch-test-select",
  { word: "text" },
  { word: "text" },
  "present AS (SELECT n, word FROM request WHERE word <> 'missing') SELECT n, word FROM present",
);

it("has no row for a request that finds nothing, and serves the neighbours of one that fails", async () => {
  const words = ["a", "missing", "nul \0 byte", "b"];
  const rows = words.map((word) => select({ word }).catch(() => "rejected"));
  expect(await Promise.all(rows)).toEqual([{ word: "a" }, undefined, "rejected", { word: "b" }]);
});
