import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readRulesFile, versionOf } from "@/lib/gate/rules/read-rules-file";

const MAX_BYTES = 1024 * 1024;
const RULES = JSON.stringify({ rules: [{ methods: ["GET"], path: "/orders" }] });

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rules-file-"));
  file = join(folder, "rules.json");
});
afterEach(() => rm(folder, { recursive: true }));

describe("a rules file", () => {
  it("may have 1048576 bytes, but not one more", async () => {
    await writeFile(file, RULES.padEnd(MAX_BYTES));
    expect(await readRulesFile(file)).toHaveLength(1);
    await writeFile(file, RULES.padEnd(MAX_BYTES + 1));
    await expect(readRulesFile(file)).rejects.toThrow(
      `${file}: The file is larger than ${MAX_BYTES} bytes.`,
    );
  });

  it("has a version that changes with it, even when it is removed", async () => {
    await writeFile(file, RULES);
    const first = await versionOf(file);
    expect(await versionOf(file)).toBe(first);
    await writeFile(file, `${RULES}\n`);
    const second = await versionOf(file);
    expect(second).not.toBe(first);
    await rm(file);
    expect(await versionOf(file)).toBe("ENOENT");
  });
});
