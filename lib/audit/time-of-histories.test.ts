import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintOrganization } from "@/test/factories/mint";
import { tamperWithAudit } from "@/test/factories/mint-audit";
import { mintInstallation } from "@/test/factories/mint-installation";

const YEARS_AGO = new Date("2020-01-01T00:00:00.000Z");

async function appendRow(organizationId: string, createdAt?: Date) {
  const row = { organizationId, actor: `user:${newId()}`, action: "client.updated", target: "x" };
  const { createdAt: written } = await db().auditRow.create({
    data: { ...row, requestId: newId(), ...(createdAt && { createdAt }) },
  });
  return written.getTime();
}

it("the database dates an audit row regardless of the date that its writer sends", async () => {
  const { organizationId } = await mintOrganization();
  const before = Date.now();
  const written = await appendRow(organizationId, YEARS_AGO);
  expect(written).toBeGreaterThanOrEqual(before - 1_000);
});

it("timestamps never decrease along a chain, even after the clock was set back", async () => {
  const { organizationId } = await mintOrganization();
  await appendRow(organizationId);
  await tamperWithAudit(
    "UPDATE audit_heads SET latest = now() + interval '1 hour' WHERE scope = $1",
    organizationId,
  );
  expect(await appendRow(organizationId)).toBeGreaterThan(Date.now() + 3_500_000);
});

it("the database also dates an entry in a grant's history", async () => {
  const { grantId } = await mintInstallation();
  const before = Date.now();
  const event = { grantId, change: "changed", clientVersion: 1, createdAt: YEARS_AGO } as const;
  const { createdAt } = await db().grantEvent.create({ data: event });
  expect(createdAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
});
