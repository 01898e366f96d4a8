import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { db } from "@/lib/core/db/client";
import { loadDemoData } from "@/lib/developer-tools/demo/load-demo-data";
import { takeOwnDatabase } from "@/test/process/own-database";
import { configureTestEnv } from "@/test/process/test-env";

// Demo data is loaded only into an empty installation.
takeOwnDatabase();

it("of two concurrent starts on one database, one loads the demo data and the other finds it", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-demo-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  configureTestEnv({ DATA_DIR: dataDir, DEMO: "1" });
  const loaded = await Promise.all([loadDemoData(), loadDemoData()]);
  expect(loaded.filter((demo) => demo !== null)).toHaveLength(1);
  expect(await db().organization.count()).toBe(1);
  const { id } = await db().company.create({ data: { name: "Later" }, select: { id: true } });
  expect(id).toBeGreaterThanOrEqual(2 ** 52);
  const [demo] = loaded.filter((one) => one !== null);
  expect(await db().user.findFirst({ where: { email: demo?.operator.email ?? "" } })).toMatchObject(
    {
      operatorRole: "operator",
    },
  );
  const keys = await db().serviceKey.findMany({ select: { id: true, scopes: true } });
  expect(keys.map(({ scopes }) => scopes.includes("platform/gate")).sort()).toEqual([false, true]);
  expect(keys.find(({ id }) => id === demo?.platform.client_id)?.scopes).toHaveLength(6);
});
