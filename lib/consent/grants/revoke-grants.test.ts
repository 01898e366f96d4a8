import { beforeEach, expect, it } from "vitest";
import { closeCompany, removeGrantIn, revokeGrants } from "@/lib/consent/grants/revoke-grants";
import { newId } from "@/lib/core/crypto/ids";
import { db, transaction } from "@/lib/core/db/client";
import { mintClient, mintGrant } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintScene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { callAuthorize } from "@/test/requests/call-authorize";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";

/** Where an extension is called. */
const baseUrl = "https://shipfast.example.com";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation({ baseUrl });
  // A second company with the same extension.
  const { companyId } = await mintInstallation();
  await mintGrant(installation.client.clientId, companyId, ["company/orders/read"]);
});

const countLive = () => {
  const { clientId } = installation.client;
  return db().grant.count({ where: { clientId, revokedAt: null } });
};

const of = () => ({ clientId: installation.client.clientId, userId: null });

it("revokes all grants of a client at once, but only for the organization that owns it", async () => {
  expect(await revokeGrants(db(), { ...of(), ofClientOwnedBy: newId() })).toBe(0);
  expect(await countLive()).toBe(2);
  const { organizationId } = installation;
  expect(await revokeGrants(db(), { ...of(), ofClientOwnedBy: organizationId })).toBe(2);
  expect(await countLive()).toBe(0);
});

it("revokes nothing for a company or organization that granted nothing", async () => {
  const company = { companyId: 999_999_999, organizationId: null };
  const owner = { companyId: null, organizationId: installation.organizationId };
  expect(await revokeGrants(db(), { ...of(), givenBy: company })).toBe(0);
  expect(await revokeGrants(db(), { ...of(), givenBy: owner })).toBe(0);
  expect(await countLive()).toBe(2);
});

it("concurrent revocations of one grant revoke it once", async () => {
  const givenBy = { companyId: installation.companyId, organizationId: null };
  const runs = Array.from({ length: 10 }, () => revokeGrants(db(), { ...of(), givenBy }));
  expect((await Promise.all(runs)).toSorted()).toEqual([...Array(9).fill(0), 1]);
});

it.each(["company", "organization"] as const)(
  "revoking a client's grant of a %s leaves other clients' grants alone, and records its version",
  async (of) => {
    const [scene, other] = [await mintScene(of), await mintScene(of)];
    const { installation: extension, subject, grantId } = scene;
    const { client } = extension;
    await db().client.update({ where: { clientId: client.clientId }, data: { version: 7 } });
    const data = { clientId: other.installation.client.clientId, ...subject };
    const otherGrant = await db().grant.create({
      data: { id: newId(), scopes: ["company/orders/read"], ...data },
    });
    const choice = { clientId: client.clientId, userId: null, givenBy: subject };
    expect(await revokeGrants(db(), choice)).toBe(1);
    const read = (id: string) =>
      db().grant.findUniqueOrThrow({ where: { id }, include: { events: true } });
    const revoked = { clientVersion: 7, change: "revoked", scopesAfter: [] };
    expect(await read(grantId)).toMatchObject({ epoch: 2, events: [revoked] });
    expect(await read(otherGrant.id)).toMatchObject({ revokedAt: null, events: [] });
  },
);

it("removing an organization's grant again finds none, and the history names who removed it", async () => {
  const { subject: givenBy, installation, person, grantId } = await mintScene("organization");
  const choice = { clientId: installation.client.clientId, userId: person.userId, givenBy };
  await removeGrantIn(db(), choice);
  await expect(removeGrantIn(db(), choice)).rejects.toMatchObject({ code: "not_found" });
  const events = await db().grantEvent.findMany({ where: { grantId } });
  expect(events).toMatchObject([{ change: "revoked", userId: person.userId }]);
});

const close = () =>
  transaction(async (tx) => {
    const { companyId } = installation;
    await tx.company.update({ where: { id: companyId }, data: { status: "closed" } });
    await closeCompany(tx, companyId);
  });

it("closing a company ends its codes and tokens for good, even if it becomes active again", async () => {
  const code = await mintCode(installation);
  const refreshToken = await mintRefreshToken(installation);
  const token = await mintAccessToken(installation, "offline");
  const other = await mintAccessToken(await mintInstallation(), "offline");
  await close();
  expect((await callProducts(other)).status).toBe(200);
  expect((await callAuthorize(installation)).status).toBe(403);
  const { companyId } = installation;
  await db().company.update({ where: { id: companyId }, data: { status: "active" } });
  expect((await callProducts(token)).status).toBe(401);
  for (const { status, body } of [
    await exchange("offline", installation, code),
    await refresh(installation, refreshToken),
  ]) {
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
  }
});

it("closing a company notifies each of its extensions once and writes their histories", async () => {
  const { companyId, organizationId, grantId } = installation;
  const otherClient = await mintClient(organizationId, { scopes: INSTALLED_SCOPES, baseUrl });
  await mintGrant(otherClient.clientId, companyId, INSTALLED_SCOPES);
  const { clientId } = installation.client;
  await db().client.update({ where: { clientId }, data: { version: 7 } });
  await close();
  await close();
  const deliveries = await db().delivery.findMany({ where: { companyId } });
  const notified = deliveries.map((delivery) => [delivery.kind, delivery.clientId]);
  expect(notified.toSorted()).toEqual(
    [clientId, otherClient.clientId].toSorted().map((id) => ["uninstall", id]),
  );
  expect(await db().grantEvent.findMany({ where: { grantId } })).toMatchObject([
    { change: "revoked", scopesBefore: INSTALLED_SCOPES, userId: null, clientVersion: 7 },
  ]);
});
