import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { generatedKeys } from "@/lib/generated-keys";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-keys-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("each new folder gets keys of its own", () => {
  const first = generatedKeys(join(folder, "a"));
  const second = generatedKeys(join(folder, "b"));
  expect(first.encryptionKeys).not.toBe(second.encryptionKeys);
  expect(generatedKeys(join(folder, "a"))).toEqual(first);
});

test("lost keys are not replaced while their database is there", async () => {
  await mkdir(join(folder, "postgres"));
  expect(() => generatedKeys(folder)).toThrow("Put keys.json back from your backup");
});

test.each(["{", '{"encryption_keys":"k1:x"}'])(
  "damaged keys are not replaced: %s",
  async (text) => {
    await writeFile(join(folder, "keys.json"), text);
    expect(() => generatedKeys(folder)).toThrow("Put it back from your backup");
  },
);
