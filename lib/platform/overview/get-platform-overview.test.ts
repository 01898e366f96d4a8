import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { setDatabaseTime } from "@/lib/core/db/database-time";
import type { Prisma } from "@/lib/core/db/generated/client";
import { env } from "@/lib/core/env/env";
import { addFailedKeyChecks } from "@/lib/gate/key/gate-key";
import { noteRulesProblem } from "@/lib/gate/rules/rules-in-force";
import { organizations } from "@/lib/platform/organizations/organizations";
import {
  countRecentCalls,
  countRisingDenials,
  getPlatformOverview,
  readAttention,
  readHealth,
} from "@/lib/platform/overview/get-platform-overview";
import { cleanUp } from "@/lib/server/maintenance/clean-up";
import { keepPartitions } from "@/lib/server/maintenance/keep-partitions";
import { mintClient, mintGrant, mintOrganization } from "@/test/factories/mint";
import { storedHash } from "@/test/factories/mint-code";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator, mintServiceKey, mintServiceToken } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";
import { configureTestEnv } from "@/test/process/test-env";
import { callRoute } from "@/test/requests/call-route";
import { fieldsOf } from "@/test/requests/read-json";

// It counts everything in the installation, including what other tests leave behind.
takeOwnDatabase();

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);

const ABANDONED = { attempts: 9, lastError: "503" };

/** Calls to an extension of a company. */
async function mintDeliveries(...calls: Partial<Prisma.DeliveryCreateManyInput>[]): Promise<void> {
  const { client, companyId } = await mintInstallation();
  const call = { clientId: client.clientId, companyId, kind: "uninstall" } as const;
  await db().delivery.createMany({
    data: calls.map((columns) => ({ ...call, id: newId(), ...columns })),
  });
}

describe("what needs attention", () => {
  it("counts open reviews and suspended things, without deleted clients", async () => {
    const { organizationId, companyId } = await mintOrganization();
    const { clientId } = await mintClient(organizationId);
    const formerClient = await mintClient(organizationId);
    const now = new Date();
    const data = { suspendedAt: now, suspensionReason: "Fraud", listingRequestedAt: now };
    await db().client.update({ where: { clientId }, data });
    await db().client.update({
      where: { clientId: formerClient.clientId },
      data: { ...data, deletedAt: new Date() },
    });
    await db().scopeApproval.create({
      data: { clientId, scope: "company/orders/read", requestedBy: `client:${clientId}` },
    });
    await db().organization.update({
      where: { id: organizationId },
      data: { status: "suspended" },
    });
    await db().company.update({ where: { id: companyId }, data: { status: "suspended" } });
    expect(await readAttention()).toEqual({
      listing_requests: 1,
      scope_approvals: 1,
      suspended_clients: 1,
      suspended_companies: 1,
      suspended_organizations: 1,
      abandoned_deliveries: 0,
      failing_deliveries: 0,
      unverified_publishers: 0,
      look_alike_names: 0,
    });
  });

  it("counts calls to extensions that fail or were given up, not delivered ones or trials", async () => {
    const sandbox = await mintOrganization();
    await mintDeliveries(
      { attempts: 1, deliveredAt: new Date() },
      { nextAttemptAt: ago(-HOUR_MS) },
      { attempts: 2, lastError: "503", nextAttemptAt: ago(HOUR_MS) },
      ABANDONED,
      { ...ABANDONED, companyId: sandbox.companyId },
      { ...ABANDONED, createdAt: ago(8 * 24 * HOUR_MS) },
    );
    expect(await readAttention()).toMatchObject({ failing_deliveries: 1, abandoned_deliveries: 1 });
    const health = await readHealth();
    expect(health.waitingDeliveries).toBe(2);
    expect(health.overdueSince?.getTime()).toBeLessThan(Date.now() - HOUR_MS + 60_000);
  });
});

describe("the attention list", () => {
  const attention = async () => {
    // Figures are kept for ten seconds, so this uses a window that no other test asks for.
    const query = { window: "30d" };
    const as = await mintOperator();
    const { body } = await callRoute(getPlatformOverview, { params: {}, query, as });
    return fieldsOf(body.attention);
  };

  it("counts unverified publishers that others have installed, not those that only test", async () => {
    const before = (await readAttention()).unverified_publishers;
    const { organizationId } = await mintInstallation();
    expect((await readAttention()).unverified_publishers).toBe(before + 1);
    const tested = await mintOrganization();
    const client = await mintClient(tested.organizationId);
    await mintGrant(client.clientId, tested.companyId, ["company/products/read"]);
    expect((await readAttention()).unverified_publishers).toBe(before + 1);
    const as = await mintServiceToken(["platform/directory/read"]);
    const query = { publisher_verified: "false", q: organizationId };
    const listed = async () =>
      (await callRoute(organizations.list, { params: {}, query, as })).body.items;
    expect(await listed()).toMatchObject([{ organization_id: organizationId }]);
    await db().organization.update({ where: { id: organizationId }, data: { verified: true } });
    expect((await readAttention()).unverified_publishers).toBe(before);
    expect(await listed()).toEqual([]);
  });

  it("counts listed names that look alike, where listings are reviewed", async () => {
    const { organizationId } = await mintOrganization();
    await mintClient(organizationId, { name: "Parcel Pay", listing: "listed" });
    await mintClient(organizationId, { name: "Раrcel-рау", listing: "listed" });
    expect((await readAttention()).look_alike_names).toBe(0);
    configureTestEnv({ REVIEW_LISTINGS: "1" });
    expect((await readAttention()).look_alike_names).toBe(2);
    configureTestEnv();
  });

  it("counts a spike of denials", async () => {
    const { client } = await mintInstallation();
    const denials = (count: number, createdAt: Date) =>
      Array.from({ length: count }, () => denial("invalid_client", { createdAt }));
    const [today, yesterday] = [denials(22, ago(HOUR_MS)), denials(11, ago(30 * HOUR_MS))];
    await mintEvents(client.clientId, [...today, ...yesterday]);
    expect(await attention()).toMatchObject({ rising_denials: 22 });
  });

  const endingKey = async () => {
    const { clientId: keyId } = await mintServiceKey(["platform/gate"]);
    const change = (data: object) => db().serviceKeySecret.updateMany({ where: { keyId }, data });
    await change({ lastUsedAt: new Date() });
    expect(await attention()).toMatchObject({ ending_service_keys: 0 });
    await change({ expiresAt: new Date(Date.now() + HOUR_MS) });
  };

  it.each<[string, number, () => unknown]>([
    ["outdated_rules", 1, () => noteRulesProblem({ message: "line 3", since: new Date() })],
    ["failed_gate_checks", 3, () => addFailedKeyChecks({ count: 3 })],
    ["abandoned_deliveries", 1, () => mintDeliveries(ABANDONED)],
    ["ending_service_keys", 1, endingKey],
  ])("counts %s as they appear", async (name, count, appear) => {
    const before = Number((await attention())[name]);
    await appear();
    expect((await attention())[name]).toBe(before + count);
  });

  it.each([
    [22, 11, 22],
    [22, 12, 0],
    [20, 0, 20],
    [19, 0, 0],
  ])("takes %i denials after %i the day before for a spike of %i", (day, before, spike) => {
    const counts = (invalid_client: number) => ({ denied: { invalid_client } });
    expect(countRisingDenials(counts(day), counts(before))).toBe(spike);
  });

  it("says by how many seconds the clocks differ, if that matters", async () => {
    expect(await attention()).toMatchObject({ clock_difference: 0 });
    setDatabaseTime(Date.now() + 90_500, performance.now());
    expect((await attention()).clock_difference).toBeGreaterThanOrEqual(90);
    setDatabaseTime(Date.now(), performance.now());
  });

  it("says for how many minutes the oldest call to an extension is late, if it is more than five", async () => {
    // Created long before: what counts is when it is due.
    const retry = { attempts: 3, lastError: "503", createdAt: ago(24 * HOUR_MS) };
    for (const [sinceDueMs, minutes] of [
      [17.5 * 60_000, 17],
      [4 * 60_000, 0],
      [-60_000, 0],
    ] as const) {
      await db().delivery.deleteMany();
      const [later, due] = [ago(-HOUR_MS), ago(sinceDueMs)];
      await mintDeliveries({ ...retry, nextAttemptAt: later }, { ...retry, nextAttemptAt: due });
      expect(await attention()).toMatchObject({ late_deliveries: minutes });
    }
    await db().delivery.deleteMany();
  });
});

describe("the health of clean-up", () => {
  const jobs: [string, () => Promise<unknown>][] = [
    ["clean-up", () => cleanUp(new AbortController().signal)],
    ["partitions", () => keepPartitions(env().retention)],
  ];

  const lastRun = async (job: string) => {
    const finishedAt = ago(3 * HOUR_MS);
    await db().finishedJob.update({ where: { job }, data: { finishedAt } });
    return finishedAt;
  };
  const behindSince = async () => (await readHealth()).behindSince;

  it.each(jobs)("is behind if no run of %s has succeeded for two hours", async (job, run) => {
    expect(await behindSince()).toBeNull();
    expect(await lastRun(job)).toEqual(await behindSince());
    await run();
    expect(await behindSince()).toBeNull();
  });

  it("stays behind if a run is interrupted", async () => {
    const finishedAt = await lastRun("clean-up");
    await cleanUp(AbortSignal.abort());
    expect(await behindSince()).toEqual(finishedAt);
  });

  it("stays behind if a partition cannot be created", async () => {
    await cleanUp(new AbortController().signal);
    const finishedAt = await lastRun("partitions");
    const inAWeek = ago(-7 * 24 * HOUR_MS);
    const name = `access_tokens_${inAWeek.toISOString().slice(0, 10).replaceAll("-", "")}`;
    const day = Math.floor(inAWeek.getTime() / (24 * HOUR_MS));
    await asOwner((owner) => owner.query(`DROP TABLE ${name}`));
    // A row in the default partition keeps its day from getting a partition.
    const token = await mintAccessToken(await mintInstallation(), "offline");
    const update = "UPDATE access_tokens SET day = $1 WHERE token_hash = $2";
    await asOwner((owner) => owner.query(update, [day, storedHash(token)]));
    await keepPartitions(env().retention);
    expect(await behindSince()).toEqual(finishedAt);
  });
});

describe("the overview of the installation", () => {
  it("counts the calls of the last 24 hours that any process has stored", async () => {
    const { client } = await mintInstallation();
    const row = { clientId: client.clientId, denial: "" };
    await db().callHour.createMany({
      data: [
        { ...row, hour: ago(HOUR_MS), calls: 7 },
        { ...row, hour: ago(2 * HOUR_MS), denial: "access_token_scope", calls: 2 },
        { ...row, hour: ago(25 * HOUR_MS), calls: 100 },
      ],
    });
    expect(await countRecentCalls()).toEqual({ allowed: 7, denied: 2 });
  });

  it("counts installs outside sandboxes and has the figures of the installation", async () => {
    const { client, organizationId } = await mintInstallation();
    const own = await db().organization.findUniqueOrThrow({ where: { id: organizationId } });
    await mintGrant(client.clientId, own.companyId, ["company/products/read"]);
    const as = await mintOperator();
    const { status, body } = await callRoute(getPlatformOverview, { params: {}, as });
    expect(status).toBe(200);
    expect(body).toMatchObject({ figures: { hours: 6 } });
    expect(fieldsOf(body.figures).bars).toHaveLength(28);
    const total = await db().grant.count({
      where: { revokedAt: null, company: { isSandbox: false } },
    });
    expect(body).toMatchObject({ installs: { total, added: total, removed: 0 } });
    expect(fieldsOf(body.health).gate).toMatchObject(await countRecentCalls());
  });
});
