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

function open(organizationId: string, window: "24h" | "7d" = "24h") {
  const caller: Caller = { kind: "user", organizationId, userId: newId(), role: "developer" };
  return perform(openOverview, { caller, query: { window } });
}

it("milestones are reached one by one through real traffic, not through an import, and stay", async () => {
  const { organizationId } = await mintOrganization();
  const countReached = async () => {
    const { milestones } = await open(organizationId, "7d");
    return Object.values(milestones).filter(Boolean).length;
  };
  expect((await open(organizationId, "7d")).milestones).toEqual({
    ...{ newestClientId: null, hasAddresses: false, wasAuthorized: false },
    ...{ hasToken: false, hasCall: false },
  });
  const { clientId } = await mintClient(organizationId, { redirectUrls: [] });
  expect(await countReached()).toBe(1);
  const baseUrl = "https://shipfast.example.com";
  const addresses = { baseUrl, redirectUrls: [`${baseUrl}/a`] };
  await db().client.update({ where: { clientId }, data: addresses });
  expect(await countReached()).toBe(2);
  const installation = await mintInstallation();
  const { client } = installation;
  await db().client.update({ where: { clientId: client.clientId }, data: { organizationId } });
  // What an import stores.
  await mintRefreshToken(installation, { lastUsedAt: new Date() });
  const token = await mintAccessToken(installation, "offline");
  expect(await countReached()).toBe(2);
  await mintEvents(client.clientId, [{ kind: "authorize", reason: "authorization_code" }]);
  expect(await countReached()).toBe(3);
  await mintEvents(client.clientId, [{ kind: "token", reason: "offline" }]);
  expect(await countReached()).toBe(4);
  await callProducts(token);
  await flushCalls();
  expect(await countReached()).toBe(5);
  await db().authorizationEvent.deleteMany({ where: { clientId: client.clientId } });
  expect(await countReached()).toBe(5);
});

describe("what happened lately", () => {
  let installation: Installation;
  let second: string;

  const at = (hours: number) => ({ createdAt: new Date(Date.now() - hours * 3_600_000) });

  beforeEach(async () => {
    installation = await mintInstallation();
    second = (await mintClient(installation.organizationId, { name: "Slowship" })).clientId;
  });

  it("shows the open issue with the most denials of the last day first", async () => {
    await mintEvents(installation.client.clientId, [denial("invalid_grant", at(1))]);
    await mintEvents(second, [
      denial("invalid_client", { ...at(2), more: 1 }),
      denial("invalid_client", { ...at(40), check: "client_secret", more: 9 }),
      denial("access_denied", { check: "consent_given", more: 9 }),
    ]);
    const { issues } = await open(installation.organizationId);
    expect(issues.map(({ client, count }) => [client.name, count])).toEqual([
      ["Slowship", 2],
      ["Shipfast", 1],
      ["Slowship", 10],
    ]);
  });

  it("compares the window with an equal one before it", async () => {
    const before = [at(25), at(30), at(46)].map((time) => denial("invalid_grant", time));
    await mintEvents(second, [{}, at(3), ...before, at(40), at(60)]);
    const { bars, totals, previous } = (await open(installation.organizationId)).figures;
    expect(bars).toHaveLength(24);
    expect(totals).toEqual({ allowed: 2, issued: { offline: 2 }, denied: {} });
    expect(previous).toEqual({ allowed: 1, issued: { offline: 1 }, denied: { code_form: 3 } });
  });

  it("security 47: contains nothing of another organization", async () => {
    await mintEvents(second, [{}, denial("invalid_grant")]);
    const { organizationId } = await mintOrganization();
    expect((await open(organizationId)).issues).toEqual([]);
  });

  it("is denied to a token without the scope", async () => {
    const { organizationId } = installation;
    const caller: Caller = { kind: "client", organizationId, clientId: newId(), scopes: [] };
    const opening = perform(openOverview, { caller, query: { window: "24h" } });
    await expect(opening).rejects.toMatchObject({ code: "insufficient_scope" });
  });
});
