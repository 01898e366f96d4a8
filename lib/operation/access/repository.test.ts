import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { findClientScopes } from "@/lib/operation/access/repository";
import {
  type MintedOrganization,
  mintClient,
  mintOrganization,
  mintOrganizationGrant,
} from "@/test/factories/mint";

const SCOPES = ["organization/clients/read", "organization/clients/write"];
let ownOrganization: MintedOrganization;
let other: MintedOrganization;

beforeAll(async () => {
  ownOrganization = await mintOrganization();
  other = await mintOrganization();
});

const scopesIn = ({ organizationId }: MintedOrganization, clientId: string) =>
  findClientScopes(db(), organizationId, clientId);

const grantTo = (clientId: string, { organizationId, owner }: MintedOrganization) =>
  mintOrganizationGrant(clientId, organizationId, SCOPES, owner.userId);

it("a client has its own scopes in its own organization", async () => {
  const { clientId } = await mintClient(ownOrganization.organizationId, { scopes: SCOPES });
  expect(await scopesIn(ownOrganization, clientId)).toEqual(SCOPES);
});

it.each([
  ["inactive", { isActive: false }],
  ["deleted", { deletedAt: new Date() }],
])("a client that is %s has no scopes", async (_what, columns) => {
  const { clientId } = await mintClient(ownOrganization.organizationId, {
    scopes: SCOPES,
    ...columns,
  });
  await grantTo(clientId, other);
  expect([await scopesIn(ownOrganization, clientId), await scopesIn(other, clientId)]).toEqual([
    null,
    null,
  ]);
});

it("a client has no scopes in another organization unless it granted it some", async () => {
  const { clientId } = await mintClient(ownOrganization.organizationId, { scopes: SCOPES });
  await grantTo(clientId, await mintOrganization());
  expect(await scopesIn(other, clientId)).toBeNull();
});

it("a client has the scopes that another organization granted it and that it still has", async () => {
  const { clientId } = await mintClient(ownOrganization.organizationId, { scopes: SCOPES });
  await grantTo(clientId, other);
  expect(await scopesIn(other, clientId)).toEqual(SCOPES);
  await db().client.update({ where: { clientId }, data: { scopes: SCOPES.slice(1) } });
  expect(await scopesIn(other, clientId)).toEqual(SCOPES.slice(1));
});

it("a client has no scopes once another organization has removed it", async () => {
  const { clientId } = await mintClient(ownOrganization.organizationId, { scopes: SCOPES });
  await grantTo(clientId, other);
  await db().grant.updateMany({ where: { clientId }, data: { revokedAt: new Date() } });
  expect(await scopesIn(other, clientId)).toBeNull();
});
