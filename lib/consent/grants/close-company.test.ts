import { beforeEach, expect, it } from "vitest";
import { closeCompany } from "@/lib/consent/grants/close-company";
import { db, transaction } from "@/lib/core/db/client";
import { mintClient, mintGrant } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { callAuthorize } from "@/test/requests/call-authorize";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";

/** Where an extension is called. */
const baseUrl = "https://shipfast.example.com";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation({ baseUrl });
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
