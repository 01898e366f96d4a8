import { beforeEach, expect, it } from "vitest";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import type { Operation } from "@/lib/operation/operation";
import { getActivity } from "@/lib/requests/get-activity";
import { getOrganizationActivity } from "@/lib/requests/get-organization-activity";
import { type Activity, activitySchema } from "@/lib/requests/schemas";
import { type MintedUser, mintClient, mintMember } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";

const HOUR_MS = 3_600_000;

let installation: Installation;
let clientId: string;
let auditor: MintedUser;

beforeEach(async () => {
  installation = await mintInstallation();
  ({ clientId } = installation.client);
  auditor = await mintMember(installation.organizationId, "auditor");
});

async function read(operation: Operation = getActivity, query = {}): Promise<Activity> {
  const params = { organization_id: installation.organizationId, client_id: clientId };
  const { status, body } = await callRoute(operation, { params, query, as: auditor });
  expect(status).toBe(200);
  return activitySchema.parse(body);
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

it("the activity of a client counts what was issued by kind, refreshes, and errors by code", async () => {
  await mintCode(installation);
  await mintCode(installation);
  await mintEvents(clientId, [
    {},
    { reason: "online" },
    { reason: "online" },
    { reason: "client_credentials" },
    { kind: "refresh" },
    denial("invalid_grant"),
    denial("invalid_grant", { kind: "refresh" }),
    denial("invalid_client", { authenticated: false }),
  ]);
  const { totals, buckets, last_call_at } = await read();
  const counts = {
    issued: { code: 2, offline: 1, online: 2, client_credentials: 1 },
    refreshed: 1,
    refused: { invalid_grant: 2, invalid_client: 1 },
  };
  expect(totals).toEqual(counts);
  expect(buckets.at(-1)).toMatchObject(counts);
  expect(last_call_at).toBeNull();
});

it("the activity of a client shows the last call to a platform API", async () => {
  await callProducts(await mintAccessToken(installation, "offline"));
  await flushCalls();
  const { last_call_at } = await read();
  expect(Date.now() - Date.parse(last_call_at ?? "")).toBeLessThan(HOUR_MS);
});

it.each([
  ["24h", "hour", 24, 1],
  ["7d", "day", 7, 24],
  ["30d", "day", 30, 24],
])("the activity of %s has every %s without gaps, and each entry in its own", async (...row) => {
  const [window, unit, count, hours] = row;
  const created = [hoursAgo(2), hoursAgo(50), hoursAgo(31 * 24)];
  await mintEvents(
    clientId,
    created.map((createdAt) => ({ createdAt })),
  );
  const begin = Date.now();
  const activity = await read(getActivity, { window });
  expect(activity).toMatchObject({ window, unit });
  expect(activity.buckets).toHaveLength(count);
  const starts = activity.buckets.map(({ start }) => Date.parse(start));
  const [first = 0, last = 0] = [starts.at(0), starts.at(-1)];
  expect(first % (hours * HOUR_MS)).toBe(0);
  expect(starts).toEqual(starts.map((_, at) => first + at * hours * HOUR_MS));
  expect(last).toBeLessThanOrEqual(Date.now());
  expect(last + hours * HOUR_MS).toBeGreaterThan(begin);
  const countFrom = (from: number, to: number) =>
    created.filter((at) => at.getTime() >= from && at.getTime() < to).length;
  expect(activity.buckets.map(({ issued }) => issued.offline)).toEqual(
    starts.map((start) => countFrom(start, start + hours * HOUR_MS)),
  );
  expect(activity.totals.issued.offline).toBe(window === "24h" ? 1 : 2);
});

it("the activity of an organization sums all its clients, including deleted ones, and no others", async () => {
  const second = await mintClient(installation.organizationId, { deletedAt: new Date() });
  const foreign = await mintInstallation();
  await mintEvents(clientId, [{}, denial("invalid_grant")]);
  await mintEvents(second.clientId, [{}, { kind: "refresh" }]);
  await mintEvents(foreign.client.clientId, [{}, {}, {}]);
  const { totals, buckets } = await read(getOrganizationActivity);
  expect(totals).toEqual({
    issued: { code: 0, offline: 2, online: 0, client_credentials: 0 },
    refreshed: 1,
    refused: { invalid_grant: 1 },
  });
  expect(buckets).toHaveLength(7);
});
