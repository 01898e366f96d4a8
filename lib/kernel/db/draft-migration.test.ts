import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("the schema that the next migration starts from is the current one", async () => {
  const migrated = await readFile("prisma/migrations/schema.prisma", "utf8");
  expect(migrated).toBe(await readFile("prisma/schema.prisma", "utf8"));
});
