import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { countFinishedHours } from "@/lib/requests/platform/count-finished-hours";
import { countPlatform } from "@/lib/requests/platform/count-platform";
import { activityWindows } from "@/lib/requests/schemas";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { takeOwnDatabase } from "@/test/process/own-database";

// It counts everything in the installation.
takeOwnDatabase();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEPT_DAYS = 400;
const ago = (ms: number) => new Date(Date.now() - ms);

let clientId: string;

beforeAll(async () => {
  const { organizationId } = await mintOrganization();
  ({ clientId } = await mintClient(organizationId));
  await mintEvents(clientId, [
    { createdAt: ago(1_000) },
    { ...denial("invalid_grant"), createdAt: ago(5 * HOUR_MS), more: 3 },
    { createdAt: ago(30 * HOUR_MS) },
    { createdAt: ago(8 * DAY_MS) },
    { ...denial("invalid_scope"), createdAt: ago(9 * DAY_MS) },
    { createdAt: ago(40 * DAY_MS) },
  ]);
});

const countAll = () => Promise.all(activityWindows.map(countPlatform));

it("counts the same before and after past hours have totals", async () => {
  const before = await countAll();
  await countFinishedHours(KEPT_DAYS);
  expect(await db().eventTotal.count()).toBe(5);
  expect(await countAll()).toEqual(before);
  await countFinishedHours(KEPT_DAYS);
  expect(await countAll()).toEqual(before);
});

it("counts further denials with the first, and the period before up to the same time", async () => {
  const { activity, previous } = await countPlatform("7d");
  expect(activity.buckets).toHaveLength(7);
  expect(activity.totals.refused).toEqual({ invalid_grant: 4 });
  expect(previous.refused).toEqual({ invalid_scope: 1 });
  const month = await countPlatform("30d");
  expect(month.activity.totals.refused).toEqual({ invalid_grant: 4, invalid_scope: 1 });
});

it("counts events of hours without totals, so that it never waits for the next run", async () => {
  await countFinishedHours(KEPT_DAYS);
  const { activity } = await countPlatform("24h");
  await mintEvents(clientId, [{ createdAt: ago(500) }]);
  const { activity: next } = await countPlatform("24h");
  expect(next.totals.issued.offline).toBe(activity.totals.issued.offline + 1);
});

it("deletes totals that are older than events are kept", async () => {
  const old = { hour: new Date("2020-01-01T00:00:00Z"), outcome: "issued", reason: "code" };
  await db().eventTotal.create({ data: { ...old, count: 1 } });
  await countFinishedHours(KEPT_DAYS);
  expect(await db().eventTotal.count({ where: { hour: old.hour } })).toBe(0);
});
