import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadDemoData } from "@/lib/demo/load-demo-data";
import { db } from "@/lib/kernel/db/client";
import { takeOwnDatabase } from "@/test/process/own-database";
import { configureTestEnv } from "@/test/process/test-env";

// Demo data is loaded only into an empty installation.
takeOwnDatabase();

it("one of two concurrent starts on one database loads the demo data, and the other finds it", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-demo-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  configureTestEnv({ DATA_DIR: dataDir, DEMO: "1" });
  const loaded = await Promise.all([loadDemoData(), loadDemoData()]);
  expect(loaded.filter((demo) => demo !== null)).toHaveLength(1);
  expect(await db().organization.count()).toBe(1);
});
