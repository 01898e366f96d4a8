import { expect, test } from "vitest";
import { processState } from "@/lib/core/process/process-state";

test("creates a value once, even for another copy of the module", async () => {
  const firstState = processState("test-once", () => ({ count: 0 }));
  const path = "./process-state?second-copy";
  const copy: typeof import("@/lib/core/process/process-state") = await import(
    /* @vite-ignore */ path
  );
  expect(copy.processState).not.toBe(processState);
  expect(copy.processState("test-once", () => ({ count: 1 }))).toBe(firstState);
});

test("treats undefined as an existing value", () => {
  const values: (string | undefined)[] = [];
  const make = () => void values.push("made");
  processState("test-undefined", make);
  processState("test-undefined", make);
  expect(values).toHaveLength(1);
});
