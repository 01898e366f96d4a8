import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { perform } from "@/lib/operation/perform";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { countRequests } from "@/lib/requests/log/get-figures";
import { EVERYTHING } from "@/lib/requests/log/scope";
import { countFinishedHours } from "@/lib/requests/log/totals-sql";
import { figureWindows, sumCounts } from "@/lib/requests/log/values";
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
  for (const window of Object.values(figureWindows)) {
    for (const scope of [{ organizationId }, { organizationId, clientId }, {}]) {
      counted.push(await countRequests({ ...EVERYTHING, ...scope, ...window }));
    }
  }
  return [...counted, await perform(listIssues, { caller, query: { limit: 5 } })];
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

/** How much of the installation was denied, in the period before and in this one. */
async function denialsIn(window: keyof typeof figureWindows): Promise<number[]> {
  const rows = await countRequests({ ...EVERYTHING, ...figureWindows[window] });
  return [true, false].map((isBefore) =>
    rows
      .filter((row) => row.isBefore === isBefore)
      .reduce((sum, { refused }) => sum + sumCounts(refused), 0),
  );
}

it("counts further denials with the first, in the period that they were in", async () => {
  expect(await denialsIn("24h")).toEqual([0, 4]);
  expect(await denialsIn("7d")).toEqual([1, 4]);
});

it("counts events of hours without totals, so that it never waits for the next run", async () => {
  await countFinishedHours();
  const countIssued = async () =>
    (await countRequests({ ...EVERYTHING, ...day })).reduce(
      (sum, { issued }) => sum + sumCounts(issued),
      0,
    );
  const before = await countIssued();
  await mintEvents(clientId, [{ createdAt: ago(500) }]);
  expect(await countIssued()).toBe(before + 1);
});

it("counts the last hour of the period before only up to the same minute", async () => {
  const other = await mintClient(organizationId);
  await db().eventTotal.deleteMany();
  await mintEvents(other.clientId, [
    denial("invalid_grant", { createdAt: ago(DAY_MS + 60_000) }),
    denial("invalid_grant", { createdAt: ago(DAY_MS - 60_000), more: 10 }),
  ]);
  const scope = { ...EVERYTHING, clientId: other.clientId };
  expect((await countRequests({ ...scope, ...day }))[0]?.refused).toEqual({ code_form: 1 });
  await countFinishedHours();
  expect((await countRequests({ ...scope, ...day }))[0]?.refused).toEqual({ code_form: 1 });
});
