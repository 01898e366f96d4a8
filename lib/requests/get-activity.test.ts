import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { getActivity } from "@/lib/requests/get-activity";
import { getOrganizationActivity } from "@/lib/requests/get-organization-activity";
import type { Activity } from "@/lib/requests/schemas";
import { type MintedUser, mintClient, mintMember } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { callRoute, type RouteAnswer } from "@/test/requests/call-route";
import { listOf, textOf } from "@/test/requests/read-json";

const HOUR_MS = 3_600_000;

type Place = Pick<Installation, "organizationId"> & { client: { clientId: string } };

function ofClient(place: Place, as: MintedUser, window?: string): Promise<RouteAnswer> {
  return callRoute(getActivity, {
    params: { organization_id: place.organizationId, client_id: place.client.clientId },
    query: window === undefined ? {} : { window },
    as,
  });
}

function ofOrganization(organizationId: string, as: MintedUser): Promise<RouteAnswer> {
  return callRoute(getOrganizationActivity, {
    params: { organization_id: organizationId },
    as,
  });
}

/** The activity in a response. */
function read({ body }: RouteAnswer): Activity {
  return getActivity.returns.schema.parse(body);
}

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * HOUR_MS);
}

async function setScene() {
  const installation = await mintInstallation();
  const as = await mintMember(installation.organizationId, "auditor");
  return { installation, clientId: installation.client.clientId, as };
}

describe("GET activity of a client", () => {
  it("counts tokens and codes issued by kind, refreshes, and errors by code", async () => {
    const { installation, clientId, as } = await setScene();
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
    const { status, body } = await ofClient(installation, as);
    expect(status).toBe(200);
    const counts = {
      issued: { code: 2, offline: 1, online: 2, client_credentials: 1 },
      refreshed: 1,
      refused: { invalid_grant: 2, invalid_client: 1 },
    };
    expect(body.totals).toEqual(counts);
    expect(listOf(body.buckets).at(-1)).toMatchObject(counts);
    expect(body.last_call_at).toBeNull();
  });

  it("shows the last call to a platform API", async () => {
    const { installation, as } = await setScene();
    await callProducts(await mintAccessToken(installation, "offline"));
    await flushCalls();
    const { body } = await ofClient(installation, as);
    expect(Date.now() - Date.parse(textOf(body.last_call_at))).toBeLessThan(HOUR_MS);
  });

  it.each([
    ["24h", "hour", 24, 1],
    ["7d", "day", 7, 24],
    ["30d", "day", 30, 24],
  ])(
    "returns for %s every %s without gaps, even when nothing happened",
    async (window, unit, buckets, hours) => {
      const { installation, as } = await setScene();
      const begin = Date.now();
      const activity = read(await ofClient(installation, as, window));
      expect(activity).toMatchObject({ window, unit });
      const starts = activity.buckets.map(({ start }) => Date.parse(start));
      expect(starts).toHaveLength(buckets);
      expect(starts.every((start) => start % (hours * HOUR_MS) === 0)).toBe(true);
      for (const [n, start] of starts.slice(1).entries()) {
        expect(start - (starts[n] ?? 0)).toBe(hours * HOUR_MS);
      }
      const last = starts.at(-1) ?? 0;
      expect(last).toBeLessThanOrEqual(Date.now());
      expect(last + hours * HOUR_MS).toBeGreaterThan(begin);
    },
  );

  it("counts each entry in its hour or day and ignores entries older than the window", async () => {
    const { installation, clientId, as } = await setScene();
    const created = [hoursAgo(2), hoursAgo(50), hoursAgo(31 * 24)];
    await mintEvents(
      clientId,
      created.map((createdAt) => ({ createdAt })),
    );
    const totalOf = async (window: string) => {
      const { unit, buckets, totals } = read(await ofClient(installation, as, window));
      for (const bucket of buckets) {
        const begin = Date.parse(bucket.start);
        const end = begin + (unit === "day" ? 24 : 1) * HOUR_MS;
        const within = created.filter((at) => at.getTime() >= begin && at.getTime() < end);
        expect(bucket.issued.offline).toBe(within.length);
      }
      return totals.issued.offline;
    };
    expect(await totalOf("24h")).toBe(1);
    expect(await totalOf("7d")).toBe(2);
    expect(await totalOf("30d")).toBe(2);
  });
});

describe("GET activity of an organization", () => {
  it("sums all clients of the organization, including deleted ones, and no others", async () => {
    const { installation, clientId, as } = await setScene();
    const second = await mintClient(installation.organizationId, { deletedAt: new Date() });
    const foreign = await mintInstallation();
    await mintEvents(clientId, [{}, denial("invalid_grant")]);
    await mintEvents(second.clientId, [{}, { kind: "refresh" }]);
    await mintEvents(foreign.client.clientId, [{}, {}, {}]);
    const { body } = await ofOrganization(installation.organizationId, as);
    expect(body.totals).toEqual({
      issued: { code: 0, offline: 2, online: 0, client_credentials: 0 },
      refreshed: 1,
      refused: { invalid_grant: 1 },
    });
    expect(body.buckets).toHaveLength(7);
  });

  it("returns every day even when there are no clients", async () => {
    const { installation } = await setScene();
    const empty = await mintInstallation();
    await db().client.update({
      where: { clientId: empty.client.clientId },
      data: { organizationId: installation.organizationId },
    });
    const as = await mintMember(empty.organizationId, "developer");
    const { body } = await ofOrganization(empty.organizationId, as);
    expect(body.buckets).toHaveLength(7);
    expect(body.last_call_at).toBeNull();
  });
});
