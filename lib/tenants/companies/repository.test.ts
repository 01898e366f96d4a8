import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { pool } from "@/lib/core/db/pool";
import {
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
    const { companyId, client } = scene.installation;
    const { clientId } = client;
    const otherId = other.installation.client.clientId;
    const dayAt = (day: number) => new Date(Date.UTC(2026, 0, day));
    const [early, late, later] = [dayAt(1), dayAt(2), dayAt(3)] as const;
    await store(companyId, clientId, early);
    await store(companyId, clientId, late);
    await store(companyId, clientId, later, true);
    await store(other.installation.companyId, clientId, later);
    await store(other.installation.companyId, otherId, later);
    const lastCalls = await findLastCalls(companyId, [clientId, otherId]);
    expect([...lastCalls]).toEqual([[clientId, late]]);
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
  expect(await findLastUninstall({ companyId, organizationId: null }, clientId)).toMatchObject({
    attempts: 1,
  });
});
