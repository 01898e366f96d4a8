import { EventEmitter, getEventListeners } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Wakeup, wait, waitAtMost } from "@/lib/core/process/wait";
import { collectGarbage } from "@/test/process/collect-garbage";

const MS = 200;

describe("a wait", () => {
  const wakeups = new EventEmitter();
  let stopping: AbortController;
  let wakeup: Required<Wakeup>;

  beforeEach(() => {
    stopping = new AbortController();
    wakeup = { signal: stopping.signal, wakeups };
  });

  const listeners = () => [
    ...getEventListeners(wakeup.signal, "abort"),
    ...getEventListeners(wakeups, "wake"),
  ];

  it("ends in time while garbage is collected", async () => {
    onTestFinished(collectGarbage());
    const startedAt = performance.now();
    await Promise.all([
      wait(MS),
      wait(MS, { signal: new AbortController().signal }),
      wait(MS, { wakeups: new EventEmitter() }),
      wait(MS, wakeup),
      waitAtMost(new Promise(() => {}), MS),
    ]);
    // Timers of Node may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(MS - 1);
  });

  it("is the only one: no code combines signals or waits by timers/promises", () => {
    const files = ["app", "components", "lib"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
        .map((file) => join(folder, file)),
    );
    const others = files.filter((file) =>
      /AbortSignal\.any\(|"(node:)?timers\/promises"/.test(readFileSync(file, "utf8")),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(others).toEqual([]);
  });

  it("ends when it is woken or aborted, at once if it was aborted, and leaves no listeners behind", async () => {
    await wait(1, wakeup);
    expect(listeners()).toEqual([]);
    for (const end of [() => wakeups.emit("wake"), () => stopping.abort()]) {
      const waiting = wait(Number.POSITIVE_INFINITY, wakeup);
      expect(listeners()).toHaveLength(2);
      end();
      await waiting;
      expect(listeners()).toEqual([]);
    }
    await wait(Number.POSITIVE_INFINITY, wakeup);
    expect(listeners()).toEqual([]);
  });
});

describe("a wait for work", () => {
  it("says whether the work ended in time", async () => {
    expect(await waitAtMost(Promise.resolve(), Number.POSITIVE_INFINITY)).toBe(true);
    expect(await waitAtMost(new Promise(() => {}), 0)).toBe(false);
  });

  it("throws what the work throws in time", async () => {
    await expect(waitAtMost(Promise.reject(new Error("broken")), MS)).rejects.toThrow("broken");
  });
});
