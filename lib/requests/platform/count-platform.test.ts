import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { perform } from "@/lib/operation/perform";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { countRequests } from "@/lib/requests/log/figures-repository";
import { listMostUsed } from "@/lib/requests/overview-repository";
import { countFinishedHours } from "@/lib/requests/platform/count-finished-hours";
import { countPlatform } from "@/lib/requests/platform/count-platform";
import { countActivity } from "@/lib/requests/repository";
import { activityWindows } from "@/lib/requests/schemas";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { takeOwnDatabase } from "@/test/process/own-database";

// It counts everything in the installation.
takeOwnDatabase();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(Date.now() - ms);

let organizationId: string;
let clientId: string;

beforeAll(async () => {
  ({ organizationId } = await mintOrganization());
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

const day = { hours: 1, bars: 24 };

async function countAll() {
  const caller = { kind: "user", organizationId, userId: "", role: "auditor" } as const;
  const counted: unknown[] = [];
  for (const window of activityWindows) counted.push(await countPlatform(window));
  for (const of of [null, clientId]) {
    const scope = { organizationId, clientId: of };
    counted.push(await countActivity({ ...scope, unit: "day", buckets: 30 }));
    counted.push(await countRequests({ ...scope, hours: 24, bars: 30 }));
    counted.push(await countRequests({ ...scope, ...day }));
  }
  const since = ago(20 * DAY_MS).toISOString();
  return [
    ...counted,
    await countRequests({ organizationId: null, clientId: null, ...day }),
    await perform(listIssues, { caller, query: { limit: 5 } }),
    await listMostUsed({ organizationId, since, limit: 5 }),
  ];
}

it("counts the same before and after past hours have totals", async () => {
  const before = await countAll();
  await countFinishedHours();
  // One of each hour for the client, and one for the installation.
  expect(await db().eventTotal.count()).toBe(10);
  expect(await countAll()).toEqual(before);
  await countFinishedHours();
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
  await countFinishedHours();
  const { activity } = await countPlatform("24h");
  await mintEvents(clientId, [{ createdAt: ago(500) }]);
  const { activity: next } = await countPlatform("24h");
  expect(next.totals.issued.offline).toBe(activity.totals.issued.offline + 1);
});

it("counts the last hour of the period before only up to the same minute", async () => {
  const other = await mintClient(organizationId);
  await db().eventTotal.deleteMany();
  await mintEvents(other.clientId, [
    denial("invalid_grant", { createdAt: ago(DAY_MS + 60_000) }),
    denial("invalid_grant", { createdAt: ago(DAY_MS - 60_000), more: 10 }),
  ]);
  const scope = { organizationId, clientId: other.clientId };
  expect((await countRequests({ ...scope, ...day }))[0]?.refused).toEqual({ code_form: 1 });
  await countFinishedHours();
  expect((await countRequests({ ...scope, ...day }))[0]?.refused).toEqual({ code_form: 1 });
});
