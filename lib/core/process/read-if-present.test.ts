import { expect, it } from "vitest";
import { readIfPresent } from "@/lib/core/process/read-if-present.mjs";

it("reads a file, and returns null for one that is gone", () => {
  expect(readIfPresent("package.json")).toContain('"latchkey"');
  expect(readIfPresent("no-such-folder/postmaster.pid")).toBeNull();
});

it("does not hide any other error", () => {
  expect(() => readIfPresent("lib")).toThrow("EISDIR");
});
