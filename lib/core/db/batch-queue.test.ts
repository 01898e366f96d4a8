import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { BatchQueue } from "@/lib/core/db/batch-queue";
import { classifyOutage } from "@/lib/core/db/outage";

type Item = { id: number; key: string | null; group?: number };
type Started = { items: Item[]; end: (error?: Error) => void };

const limits = {
  lanes: 2,
  patienceMs: 60_000,
  maxItems: 4,
  maxWaiting: 1_000,
  maxWaitMs: 60_000,
};

/** A queue whose statements end when the test says so. */
function controlled(options: Partial<typeof limits> = {}) {
  const started: Started[] = [];
  const queue = new BatchQueue<Item, number>({
    ...limits,
    ...options,
    keyOf: ({ key }) => key,
    groupOf: ({ group }) => group ?? 0,
    run: (items) =>
      new Promise((resolve, reject) => {
        const rows = items.map(({ id }) => id);
        started.push({
          items: [...items],
          end: (error) => (error ? reject(error) : resolve(rows)),
        });
      }),
  });
  return { queue, started };
}

const roundOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));

const withoutKey = (id: number): Item => ({ id, key: null });

const withState = (code: string) => Object.assign(new Error("failed"), { code });

it("runs items that arrive together in one statement and gives each its own row", async () => {
  const { queue, started } = controlled();
  const rows = [1, 2, 3].map((id) => queue.add(withoutKey(id)));
  await roundOfEventLoop();
  expect(started.map(({ items }) => items.map(({ id }) => id))).toEqual([[1, 2, 3]]);
  started[0]?.end();
  expect(await Promise.all(rows)).toEqual([1, 2, 3]);
});

it("puts an item that arrives while all lanes are busy into a later statement", async () => {
  const { queue, started } = controlled({ lanes: 1 });
  const first = queue.add(withoutKey(1));
  await roundOfEventLoop();
  const second = queue.add(withoutKey(2));
  await roundOfEventLoop();
  expect(started).toHaveLength(1);
  started[0]?.end();
  expect(await first).toBe(1);
  await roundOfEventLoop();
  expect(started[1]?.items).toEqual([withoutKey(2)]);
  started[1]?.end();
  expect(await second).toBe(2);
});

it("starts a statement beside another only once it is full", async () => {
  const { queue, started } = controlled();
  void queue.add(withoutKey(0));
  await roundOfEventLoop();
  for (const id of [1, 2, 3]) void queue.add(withoutKey(id));
  await roundOfEventLoop();
  expect(started).toHaveLength(1);
  void queue.add(withoutKey(4));
  await roundOfEventLoop();
  expect(started[1]?.items.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

it("starts a second statement beside a slow one", async () => {
  const { queue, started } = controlled({ patienceMs: 1 });
  void queue.add(withoutKey(1));
  await roundOfEventLoop();
  void queue.add(withoutKey(2));
  await vi.waitUntil(() => started.length === 2, { timeout: 60_000 });
  expect(started[1]?.items).toEqual([withoutKey(2)]);
});

it("runs items of different groups in different statements, the oldest item's group first", async () => {
  const { queue, started } = controlled({ lanes: 1 });
  const groups = [7, 8, 7, 8, 9];
  const rows = groups.map((group, id) => queue.add({ id, key: null, group }));
  for (let n = 0; n < 3; n++) {
    await roundOfEventLoop();
    await roundOfEventLoop();
    started[n]?.end();
  }
  expect(await Promise.all(rows)).toEqual([0, 1, 2, 3, 4]);
  expect(started.map(({ items }) => items.map(({ id }) => id))).toEqual([[0, 2], [1, 3], [4]]);
});

it("runs each item once, after it arrived, within the limits, and never beside one with its key", async () => {
  const step = fc.oneof(
    fc.record({ add: fc.constantFrom("a", "b", "c", null) }),
    fc.record({ end: fc.nat(3) }),
  );
  const patience = fc.constantFrom(1, 60_000);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), patience, async (steps, patienceMs) => {
      const { queue, started } = controlled({ patienceMs });
      const running = new Set<Started>();
      const startedAfter = new Map<number, number>();
      const results: Promise<number | undefined>[] = [];
      const settle = async () => {
        await roundOfEventLoop();
        await roundOfEventLoop();
        for (const batch of started.slice(seen)) running.add(batch);
        seen = started.length;
        expect(running.size).toBeLessThanOrEqual(limits.lanes);
        const keys = [...running].flatMap(({ items }) => items.map(({ key }) => key));
        const exclusive = keys.filter((key) => key !== null);
        expect(new Set(exclusive).size).toBe(exclusive.length);
      };
      let seen = 0;
      for (const each of steps) {
        if ("add" in each) {
          startedAfter.set(results.length, started.length);
          results.push(queue.add({ id: results.length, key: each.add }));
        } else {
          const batch = [...running][each.end % Math.max(1, running.size)];
          if (batch) {
            running.delete(batch);
            batch.end();
          }
        }
        await settle();
      }
      while (running.size > 0) {
        for (const batch of running) batch.end();
        running.clear();
        await settle();
      }
      expect(await Promise.all(results)).toEqual(results.map((_, id) => id));
      const ids = started.flatMap(({ items }) => items.map(({ id }) => id));
      expect(ids.toSorted((a, b) => a - b)).toEqual(results.map((_, id) => id));
      for (const [index, { items }] of started.entries()) {
        expect(items.length).toBeLessThanOrEqual(limits.maxItems);
        for (const { id } of items) expect(index).toBeGreaterThanOrEqual(startedAfter.get(id) ?? 0);
      }
    }),
    { numRuns: 60 },
  );
});

it.each(["22021", "23505", "40P01", "40001"])(
  "runs each item alone after a statement failed with %s, and only the faulty one fails",
  async (sqlState) => {
    const batches: number[][] = [];
    const queue = new BatchQueue<Item, number>({
      ...limits,
      keyOf: () => null,
      groupOf: () => 0,
      run: async (items) => {
        batches.push(items.map(({ id }) => id));
        if (items.some(({ id }) => id === 2)) throw withState(sqlState);
        return items.map(({ id }) => id);
      },
    });
    const rows = await Promise.allSettled([1, 2, 3].map((id) => queue.add(withoutKey(id))));
    expect(rows.map((row) => (row.status === "fulfilled" ? row.value : "failed"))).toEqual([
      1,
      "failed",
      3,
    ]);
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
  },
);

it.each(["57P01", "57014", "08006", "XX000"])(
  "repeats nothing after a statement ended with %s, because its outcome is unknown or a bug",
  async (sqlState) => {
    const { queue, started } = controlled();
    const rows = Promise.allSettled([1, 2].map((id) => queue.add(withoutKey(id))));
    await roundOfEventLoop();
    started[0]?.end(withState(sqlState));
    expect((await rows).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await roundOfEventLoop();
    expect(started).toHaveLength(1);
  },
);

it("rejects an item as an overload when too many wait, without affecting those that wait", async () => {
  const { queue, started } = controlled({ lanes: 1, maxWaiting: 2 });
  const waiting = [1, 2].map((id) => queue.add(withoutKey(id)));
  const error: unknown = await queue.add(withoutKey(3)).catch((thrown: unknown) => thrown);
  expect(classifyOutage(error)?.kind).toBe("overloaded");
  await roundOfEventLoop();
  started[0]?.end();
  expect(await Promise.all(waiting)).toEqual([1, 2]);
});

it("rejects an item as an overload when its statement does not start in time, even if every lane hangs", async () => {
  const { queue } = controlled({ lanes: 1, maxWaitMs: 20 });
  void queue.add(withoutKey(1));
  await roundOfEventLoop();
  const error: unknown = await queue.add(withoutKey(2)).catch((thrown: unknown) => thrown);
  expect(classifyOutage(error)?.kind).toBe("overloaded");
  expect(queue.length).toBe(0);
});
