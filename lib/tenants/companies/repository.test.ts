import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { pool } from "@/lib/core/db/pool";
import {
  findAvailableExtensions,
  findCompanyMemberships,
  findLastCalls,
  findLastUninstall,
} from "@/lib/tenants/companies/repository";
import { mintClient, mintCompany, mintOrganization } from "@/test/factories/mint";
import { mintScene } from "@/test/factories/mint-scene";

it("a person's memberships are their own, by the name of the company", async () => {
  const { companyId, seller } = await mintCompany("admin");
  const { companyId: other } = await mintCompany();
  await db().companyMember.create({
    data: { companyId: other, userId: seller.userId, role: "staff" },
  });
  await db().company.update({
    where: { id: other },
    data: { name: "A Company", status: "closed" },
  });
  await mintCompany();
  expect(await findCompanyMemberships(seller.userId)).toEqual([
    { id: other, name: "A Company", status: "closed", role: "staff" },
    { id: companyId, name: "Blue Lotus Sarees", status: "active", role: "admin" },
  ]);
});

describe("the last calls of extensions", () => {
  const store = (companyId: number, clientId: string, lastAt: Date, denied = false) =>
    pool().query(
      `INSERT INTO call_totals (day, client_id, company_id, method, path, scope, denied, calls, errors, first_at, last_at)
      VALUES (($4::timestamptz AT TIME ZONE 'UTC')::date, $1, $2, 'GET', '/orders', 'x', $3, 1, 0, $4, $4)`,
      [clientId, companyId, denied, lastAt],
    );

  it("are each extension's own allowed ones for the company", async () => {
    const [scene, other] = [await mintScene("company"), await mintScene("company")];
    const [clientId, otherId] = [scene, other].map(
      ({ installation }) => installation.client.clientId,
    );
    const { companyId } = scene.installation;
    const [early, late, later] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)));
    if (!clientId || !otherId || !early || !late || !later) throw new Error("Nothing was made");
    await store(companyId, clientId, early);
    await store(companyId, clientId, late);
    await store(companyId, clientId, later, true);
    await store(other.installation.companyId, clientId, later);
    await store(other.installation.companyId, otherId, later);
    const found = await findLastCalls(companyId, [clientId, otherId]);
    expect([...found]).toEqual([[clientId, late]]);
  });
});

it("the last notification of a removal is of this company and extension, and no installation", async () => {
  const { companyId } = await mintCompany();
  const { companyId: otherCompany } = await mintCompany();
  const { organizationId } = await mintOrganization();
  const [{ clientId }, other] = [
    await mintClient(organizationId),
    await mintClient(organizationId),
  ];
  const store = (attempts: number, of: Partial<Prisma.DeliveryUncheckedCreateInput> = {}) =>
    db().delivery.create({
      data: { id: newId(), clientId, companyId, kind: "uninstall", attempts, ...of },
    });
  await store(1);
  await store(2, { companyId: otherCompany });
  await store(3, { clientId: other.clientId });
  await store(4, { kind: "auto_install" });
  expect(await findLastUninstall(companyId, clientId)).toMatchObject({ attempts: 1 });
});

describe("the extensions that a company can install", () => {
  it("are searched by name", async () => {
    const { companyId } = await mintCompany();
    const { organizationId } = await mintOrganization();
    const listed = { listing: "listed", baseUrl: "https://x.example.com" } as const;
    const name = `Parcel 50%_${organizationId}`;
    const { clientId } = await mintClient(organizationId, { name, ...listed });
    await mintClient(organizationId, { name: `Parcel 50 ${organizationId}`, ...listed });
    const find = async (search: string) => {
      const { rows } = await findAvailableExtensions(companyId, search, { skip: 0, take: 1_000 });
      return rows.map((row) => row.clientId);
    };
    expect(await find(`50%_${organizationId.toUpperCase()}`)).toEqual([clientId]);
    expect(await find("")).toContain(clientId);
    await db().client.update({ where: { clientId }, data: { deletedAt: new Date() } });
    expect(await find("")).not.toContain(clientId);
  });
});
