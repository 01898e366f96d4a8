import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { verifyOrganization } from "@/lib/tenants/organizations/verify-organization";
import { type MintedOrganization, mintOrganization } from "@/test/factories/mint";

let organization: MintedOrganization;

beforeEach(async () => {
  organization = await mintOrganization();
});

const isVerified = async () => {
  const where = { id: organization.organizationId };
  return (await db().organization.findUniqueOrThrow({ where })).verified;
};

const auditOf = () =>
  db().auditRow.findMany({
    where: { organizationId: organization.organizationId },
    select: { actor: true, action: true, before: true, after: true },
    orderBy: { id: "asc" },
  });

describe("an organization's verification", () => {
  it("can be set only by the operator and is recorded once in the audit log", async () => {
    expect(await isVerified()).toBe(false);
    expect(await verifyOrganization(organization.organizationId, true)).toBe("Shipfast Labs");
    await verifyOrganization(organization.organizationId, true);
    expect(await isVerified()).toBe(true);
    const row = { actor: "operator:shell", action: "organization.updated" };
    const changed = { before: { verified: false }, after: { verified: true } };
    expect(await auditOf()).toEqual([{ ...row, ...changed }]);
    await verifyOrganization(organization.organizationId, false);
    expect(await isVerified()).toBe(false);
  });

  it("fails for an organization that does not exist", async () => {
    expect(await verifyOrganization("f".repeat(24), true)).toBeNull();
  });
});
