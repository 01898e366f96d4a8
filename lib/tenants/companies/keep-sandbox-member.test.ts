import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { type MintedOrganization, mintOrganization, mintUser } from "@/test/factories/mint";

let organization: MintedOrganization;
let userId: string;

beforeEach(async () => {
  organization = await mintOrganization();
  ({ userId } = await mintUser());
});

const keep = (role: Parameters<typeof keepSandboxMember>[3]) =>
  keepSandboxMember(db(), organization.organizationId, userId, role);

const roleIn = async ({ companyId }: { companyId: number }) => {
  const where = { companyId_userId: { companyId, userId } };
  return (await db().companyMember.findUnique({ where }))?.role ?? null;
};

it.each([
  ["owner", "owner"],
  ["admin", "admin"],
  ["developer", "admin"],
  ["auditor", null],
  [null, null],
] as const)(
  "someone who becomes %s of an organization becomes %s of its sandbox, and stays staff elsewhere",
  async (role, expected) => {
    const { companyId } = await mintOrganization();
    await db().companyMember.create({ data: { companyId, userId, role: "staff" } });
    await keep("developer");
    await keep(role);
    expect(await roleIn(organization)).toBe(expected);
    expect(await roleIn({ companyId })).toBe("staff");
  },
);

it("a membership that the platform manages stays as it is", async () => {
  const { companyId } = organization;
  const data = { companyId, userId, role: "staff", source: "directory" } as const;
  await db().companyMember.create({ data });
  for (const role of ["owner", null] as const) {
    await keep(role);
    expect(await roleIn(organization)).toBe("staff");
  }
});

it("a real company is left alone", async () => {
  const { companyId: id } = organization;
  await db().company.update({ where: { id }, data: { isSandbox: false } });
  await keep("owner");
  expect(await roleIn(organization)).toBeNull();
  await db().companyMember.create({ data: { companyId: id, userId, role: "staff" } });
  await keep(null);
  expect(await roleIn(organization)).toBe("staff");
});
