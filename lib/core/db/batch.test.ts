import fc from "fast-check";
import { expect, it } from "vitest";
import { batch } from "@/lib/core/db/batch";
import { classifyOutage } from "@/lib/core/db/outage";
import { pool } from "@/lib/core/db/pool";

type Values = {
  word: string | null;
  amount: number | null;
  digest: Buffer | null;
  texts: string[] | null;
};

const echo = batch<Values, Values>(
  "batch-test-echo",
  { word: "text", amount: "int8", digest: "bytea", texts: "text[]" },
  { word: "text", amount: "int8", digest: "bytea", texts: "text[]" },
  `echo AS (SELECT * FROM request) SELECT n, word, amount, digest, texts FROM echo ORDER BY n DESC`,
);

const hostileText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("NULL", "{}", '"', "\\", "',", '{"a","b"}', "\\x00", "$1", "'; --", " ", "\n\t"),
);
const values: fc.Arbitrary<Values> = fc.record({
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

const select = batch<{ word: string }, { word: string }>(
  "batch-test-select",
  { word: "text" },
  { word: "text" },
  "found AS (SELECT n, word FROM request WHERE word <> 'missing') SELECT n, word FROM found",
);

it("has no row for a request that the statement finds nothing for", async () => {
  expect(await Promise.all([select({ word: "a" }), select({ word: "missing" })])).toEqual([
    { word: "a" },
    undefined,
  ]);
});

it("serves the neighbours of a request whose value PostgreSQL rejects", async () => {
  const [first, bad, last] = await Promise.allSettled(
    ["a", "nul \0 byte", "b"].map((word) => select({ word })),
  );
  expect([first, last]).toEqual([
    { status: "fulfilled", value: { word: "a" } },
    { status: "fulfilled", value: { word: "b" } },
  ]);
  expect(bad?.status).toBe("rejected");
});

const waitForLock = batch<{ word: string }, { word: string }>(
  "batch-test-wait",
  { word: "text" },
  { word: "text" },
  `locked AS (SELECT pg_advisory_xact_lock_shared(7342001)::text AS done) SELECT n, word || done AS word FROM request, locked`,
);

it("fails every request of a statement whose backend is killed, and serves the next ones", async () => {
  const holder = await pool().connect();
  try {
    await holder.query("SELECT pg_advisory_lock(7342001)");
    const answers = Promise.allSettled(["a", "b", "c"].map((word) => waitForLock({ word })));
    let killed = 0;
    while (killed === 0) {
      const { rowCount } = await holder.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks
         WHERE locktype = 'advisory' AND objid = 7342001 AND NOT granted`,
      );
      killed = rowCount ?? 0;
    }
    for (const answer of await answers) {
      expect(answer.status).toBe("rejected");
      if (answer.status === "rejected") expect(classifyOutage(answer.reason)?.kind).toBe("lost");
    }
  } finally {
    await holder.query("SELECT pg_advisory_unlock(7342001)");
    holder.release();
  }
  expect(await waitForLock({ word: "d" })).toEqual({ word: "d" });
});
