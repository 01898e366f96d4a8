import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { findClientScopes } from "@/lib/operation/access/lock-caller";
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

it.each<[what: string, columns: object, (clientId: string) => unknown, expected: unknown[]]>([
  [
    "a client that another organization granted scopes",
    {},
    (id) => grantTo(id, other),
    [SCOPES, SCOPES],
  ],
  ["a client that no other organization granted any", {}, () => undefined, [SCOPES, null]],
  [
    "a client that a third organization granted scopes",
    {},
    async (id) => grantTo(id, await mintOrganization()),
    [SCOPES, null],
  ],
  ["an inactive client", { isActive: false }, (id) => grantTo(id, other), [null, null]],
  ["a deleted client", { deletedAt: new Date() }, (id) => grantTo(id, other), [null, null]],
  [
    "a client that another organization has removed",
    {},
    async (clientId) => {
      await grantTo(clientId, other);
      await db().grant.updateMany({ where: { clientId }, data: { revokedAt: new Date() } });
    },
    [SCOPES, null],
  ],
  [
    "a client that has lost a scope",
    { scopes: SCOPES.slice(1) },
    (id) => grantTo(id, other),
    [SCOPES.slice(1), SCOPES.slice(1)],
  ],
])(
  "%s has scopes in its own and in the other organization, or none",
  async (_what, columns, prepare, expected) => {
    const { organizationId } = ownOrganization;
    const { clientId } = await mintClient(organizationId, { scopes: SCOPES, ...columns });
    await prepare(clientId);
    expect([await scopesIn(ownOrganization, clientId), await scopesIn(other, clientId)]).toEqual(
      expected,
    );
  },
);
