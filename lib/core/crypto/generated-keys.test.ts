import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { generatedKeys } from "@/lib/core/crypto/generated-keys";
import { createFolder } from "@/test/process/create-folder";

let folder: string;
beforeEach(async () => {
  folder = await createFolder();
});

test("generates separate keys for each new folder", () => {
  const first = generatedKeys(join(folder, "a"));
  const second = generatedKeys(join(folder, "b"));
  expect(first.encryptionKeys).not.toBe(second.encryptionKeys);
  expect(generatedKeys(join(folder, "a"))).toEqual(first);
});

test("does not replace lost keys while their database exists", async () => {
  await mkdir(join(folder, "postgres"));
  expect(() => generatedKeys(folder)).toThrow("Restore keys.json from your backup");
});

test.each(["{", '{"encryption_keys":"k1:x"}'])(
  "does not replace damaged keys: %s",
  async (text) => {
    await writeFile(join(folder, "keys.json"), text);
    expect(() => generatedKeys(folder)).toThrow("Restore it from your backup");
  },
);
