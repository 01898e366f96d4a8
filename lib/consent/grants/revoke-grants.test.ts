import { beforeEach, expect, it } from "vitest";
import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintGrant } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintScene } from "@/test/factories/mint-scene";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
  // A second company with the same extension.
  const { companyId } = await mintInstallation();
  await mintGrant(installation.client.clientId, companyId, ["company/orders/read"]);
});

const live = async () => {
  const { clientId } = installation.client;
  const rows = await db().grant.findMany({
    where: { clientId, revokedAt: null },
    select: { id: true },
  });
  return rows.map(({ id }) => id).sort();
};

const of = () => ({ clientId: installation.client.clientId, userId: null });

it("revokes all grants of a client at once, but only for the organization that owns it", async () => {
  expect(await revokeGrants(db(), { ...of(), ofClientOwnedBy: newId() })).toBe(0);
  expect(await live()).toHaveLength(2);
  const { organizationId } = installation;
  expect(await revokeGrants(db(), { ...of(), ofClientOwnedBy: organizationId })).toBe(2);
  expect(await live()).toEqual([]);
});

it("revokes nothing for a company or organization that granted nothing", async () => {
  const company = { companyId: 999_999_999, organizationId: null };
  const owner = { companyId: null, organizationId: installation.organizationId };
  expect(await revokeGrants(db(), { ...of(), givenBy: company })).toBe(0);
  expect(await revokeGrants(db(), { ...of(), givenBy: owner })).toBe(0);
  expect(await live()).toHaveLength(2);
});

it("leaves a grant that is already revoked unchanged", async () => {
  const givenBy = { companyId: installation.companyId, organizationId: null };
  const runs = Array.from({ length: 10 }, () => revokeGrants(db(), { ...of(), givenBy }));
  const counts = await Promise.all(runs);
  expect(counts.filter((count) => count === 1)).toHaveLength(1);
  expect(counts.filter((count) => count === 0)).toHaveLength(9);
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
