import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { openOverview } from "@/lib/requests/open-overview";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";

function member(organizationId: string): Caller {
  return { kind: "user", organizationId, userId: newId(), role: "developer" };
}

describe("milestones", () => {
  it("are all pending for a new organization", async () => {
    const { organizationId } = await mintOrganization();
    const { milestones } = await perform(openOverview, {
      caller: member(organizationId),
      query: { window: "7d" },
    });
    expect(milestones).toEqual({
      newestClientId: null,
      hasAddresses: false,
      wasAuthorized: false,
      hasToken: false,
      hasCall: false,
      hasRefresh: false,
      hasUninstall: false,
    });
  });

  it("are reached one by one through real traffic, not through an import, and stay", async () => {
    const { organizationId } = await mintOrganization();
    const reached = async () => {
      const { milestones } = await perform(openOverview, {
        caller: member(organizationId),
        query: { window: "7d" },
      });
      return Object.values(milestones).filter(Boolean).length;
    };
    const { clientId } = await mintClient(organizationId, { redirectUrls: [] });
    expect(await reached()).toBe(1);
    await db().client.update({
      where: { clientId },
      data: {
        baseUrl: "https://shipfast.example.com",
        redirectUrls: ["https://shipfast.example.com/a"],
      },
    });
    expect(await reached()).toBe(2);
    const installation = await mintInstallation();
    const { companyId, client } = installation;
    await db().client.update({ where: { clientId: client.clientId }, data: { organizationId } });
    // What an import stores.
    await mintRefreshToken(installation, { lastUsedAt: new Date() });
    const token = await mintAccessToken(installation, "offline");
    expect(await reached()).toBe(2);
    await mintEvents(client.clientId, [{ kind: "authorize", reason: "authorization_code" }]);
    expect(await reached()).toBe(3);
    await mintEvents(client.clientId, [{ kind: "token", reason: "offline" }]);
    expect(await reached()).toBe(4);
    await callProducts(token);
    await flushCalls();
    expect(await reached()).toBe(5);
    await mintEvents(client.clientId, [{ kind: "refresh", reason: "offline" }]);
    expect(await reached()).toBe(6);
    await db().delivery.create({
      data: {
        id: newId(),
        clientId: client.clientId,
        companyId,
        kind: "uninstall",
        deliveredAt: new Date(),
      },
    });
    expect(await reached()).toBe(7);
    await db().delivery.deleteMany({ where: { clientId: client.clientId } });
    await db().authorizationEvent.deleteMany({ where: { clientId: client.clientId } });
    expect(await reached()).toBe(7);
  });
});

describe("recent activity", () => {
  let installation: Installation;
  let second: string;

  beforeEach(async () => {
    installation = await mintInstallation();
    second = (await mintClient(installation.organizationId, { name: "Slowship" })).clientId;
  });

  it("lists the clients with the most issued tokens and omits those without any", async () => {
    await mintClient(installation.organizationId, { name: "Unused" });
    await mintEvents(installation.client.clientId, [{}, denial("invalid_grant")]);
    await mintEvents(second, [{}, { kind: "refresh" }]);
    const { mostUsed } = await perform(openOverview, {
      caller: member(installation.organizationId),
      query: { window: "24h" },
    });
    expect(mostUsed).toEqual([
      { clientId: second, name: "Slowship", issued: 2 },
      { clientId: installation.client.clientId, name: "Shipfast", issued: 1 },
    ]);
  });

  it("shows the latest errors of all clients within the window", async () => {
    const at = (hours: number) => ({ createdAt: new Date(Date.now() - hours * 3_600_000) });
    await mintEvents(installation.client.clientId, [
      denial("invalid_grant", { ...at(1), requestId: "newest" }),
      denial("invalid_grant", at(60)),
      {},
    ]);
    await mintEvents(second, [denial("invalid_client", at(2))]);
    const { latestDenials } = await perform(openOverview, {
      caller: member(installation.organizationId),
      query: { window: "24h" },
    });
    expect(latestDenials).toMatchObject([
      {
        clientName: "Shipfast",
        reason: "invalid_grant",
        requestId: "newest",
        message: "Denied.",
        check: "code_form",
      },
      { clientName: "Slowship", reason: "invalid_client" },
    ]);
  });

  it("compares the window with an equal one before it", async () => {
    const at = (hours: number) => ({ createdAt: new Date(Date.now() - hours * 3_600_000) });
    const before = [at(25), at(30), at(46)].map((time) => denial("invalid_grant", time));
    await mintEvents(second, [{}, at(3), ...before, at(40), at(60)]);
    const { activity, previous } = await perform(openOverview, {
      caller: member(installation.organizationId),
      query: { window: "24h" },
    });
    expect(activity.buckets).toHaveLength(24);
    expect(activity.totals).toMatchObject({ issued: { offline: 2 }, refused: {} });
    expect(previous).toMatchObject({ issued: { offline: 1 }, refused: { invalid_grant: 3 } });
  });

  it("security 47: contains nothing of another organization", async () => {
    await mintEvents(second, [{}, denial("invalid_grant")]);
    const other = await mintOrganization();
    const { mostUsed, latestDenials } = await perform(openOverview, {
      caller: member(other.organizationId),
      query: { window: "24h" },
    });
    expect({ mostUsed, latestDenials }).toEqual({ mostUsed: [], latestDenials: [] });
  });

  it("is denied to a token without the scope", async () => {
    const { organizationId } = installation;
    const caller: Caller = { kind: "client", organizationId, clientId: newId(), scopes: [] };
    await expect(
      perform(openOverview, { caller: caller, query: { window: "24h" } }),
    ).rejects.toMatchObject({ code: "insufficient_scope" });
  });
});

describe("clients in trouble", () => {
  const HOUR_MS = 3_600_000;
  const denials = (
    count: number,
    hoursAgo: number,
    { check, fix }: { check: string; fix: { kind: "activate_client" | "correct_body" } },
  ) =>
    Array.from({ length: count }, () =>
      denial("invalid_request", {
        createdAt: new Date(Date.now() - hoursAgo * HOUR_MS),
        check,
        fix,
      }),
    );

  it("are those whose denials have doubled in 24 hours, with the most frequent cause and fix", async () => {
    const { organizationId } = await mintOrganization();
    const rising = await mintClient(organizationId);
    const steady = await mintClient(organizationId);
    const quiet = await mintClient(organizationId);
    const often = { check: "client_active", fix: { kind: "activate_client" } } as const;
    const seldom = { check: "body_form", fix: { kind: "correct_body" } } as const;
    await mintEvents(rising.clientId, [
      ...denials(5, 1, often),
      ...denials(2, 2, seldom),
      ...denials(3, 30, seldom),
      ...denials(20, 50, seldom),
    ]);
    await mintEvents(steady.clientId, [...denials(7, 1, often), ...denials(4, 30, often)]);
    await mintEvents(quiet.clientId, denials(4, 1, often));
    const elsewhere = await mintClient((await mintOrganization()).organizationId);
    await mintEvents(elsewhere.clientId, denials(9, 1, often));
    const { troubled } = await perform(openOverview, {
      caller: member(organizationId),
      query: { window: "7d" },
    });
    expect(troubled).toMatchObject([
      { clientId: rising.clientId, denials: 7, denialsBefore: 3, ...often },
    ]);
  });

  it("do not include a client whose sellers choose Don't allow", async () => {
    const { organizationId } = await mintOrganization();
    const { clientId } = await mintClient(organizationId);
    const declined = Array.from({ length: 9 }, () =>
      denial("access_denied", { check: "consent_given" }),
    );
    await mintEvents(clientId, declined);
    expect(
      (await perform(openOverview, { caller: member(organizationId), query: { window: "7d" } }))
        .troubled,
    ).toEqual([]);
  });
});
