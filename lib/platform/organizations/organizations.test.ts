import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { organizationMembers } from "@/lib/platform/members/members";
import { organizations } from "@/lib/platform/organizations/organizations";
import { mintCompany, mintCompanyMember, mintOrganization } from "@/test/factories/mint";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt } from "@/test/requests/read-json";

const write = () => mintServiceToken(["platform/directory/write"]);

const put = async (organization_id: string, body: object) =>
  callRoute(organizations.put, { params: { organization_id }, body, as: await write() });

const putMember = async (organization_id: string, externalId: string, body: object) => {
  const params = { organization_id, external_id: encodeURIComponent(externalId) };
  return callRoute(organizationMembers.put, { params, body, as: await write() });
};

describe("an organization of the directory", () => {
  it("is created with its company, which is its sandbox", async () => {
    const [id, companyId] = [newId(), newCompanyId()];
    const { body } = await put(id, { name: "Acme", company_id: companyId });
    expect(body).toMatchObject({ organization_id: id, company_id: companyId });
    const company = await db().company.findUniqueOrThrow({ where: { id: companyId } });
    expect(company).toMatchObject({ name: "Acme", isExternal: true, isSandbox: true });
  });

  it("gets one local company when the request names none, however often it is sent at once", async () => {
    const name = `Acme ${newId()}`;
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(id, { name })));
    for (const { body } of answers) expect(Number(body.company_id)).toBeGreaterThanOrEqual(2 ** 52);
    expect(await db().company.count({ where: { name } })).toBe(1);
  });

  it("moves its people along when it gets another sandbox company", async () => {
    const { organizationId, owner, companyId } = await mintOrganization();
    const seller = await mintCompanyMember(companyId, "staff");
    const next = newCompanyId();
    expect((await put(organizationId, { company_id: next })).status).toBe(200);
    const membersOf = (id: number) => db().companyMember.findMany({ where: { companyId: id } });
    expect(await membersOf(companyId)).toMatchObject([{ userId: seller.userId }]);
    expect(await membersOf(next)).toMatchObject([{ userId: owner.userId, role: "owner" }]);
  });

  it.each<[string, () => Promise<number>, string | RegExp]>([
    [
      "closed",
      async () => (await db().company.create({ data: { name: "Closed", status: "closed" } })).id,
      /closed/,
    ],
    ["another organization's", async () => (await mintOrganization()).companyId, /organization/],
    [
      "a seller's",
      async () => (await mintCompany()).companyId,
      "The company has members, so it is a seller's. Send the id of another company, or leave out company_id.",
    ],
  ])("does not get a company that is %s, and the error says why", async (_what, mint, message) => {
    const company_id = await mint();
    const { organizationId } = await mintOrganization();
    for (const id of [newId(), organizationId]) {
      const { status, body } = await put(id, { name: "Acme", company_id });
      expect([status, fieldAt(body, "errors.0.path")]).toEqual([409, "company_id"]);
      expect(fieldAt(body, "errors.0.message")).toEqual(expect.stringMatching(message));
    }
  });

  it("loses its verification with its name, unless the same PUT verifies the new name", async () => {
    const id = newId();
    await put(id, { name: "Acme", publisher_verified: true });
    expect((await put(id, { name: "Acme" })).body.publisher_verified).toBe(true);
    const renamed = await put(id, { name: "Shipfast Labs" });
    expect(renamed.body).toMatchObject({ name: "Shipfast Labs", publisher_verified: false });
    const verified = await put(id, { name: "Acme Labs", publisher_verified: true });
    expect(verified.body).toMatchObject({ name: "Acme Labs", publisher_verified: true });
  });
});

describe("an organization's member of the directory", () => {
  it("cannot be added to an unknown organization", async () => {
    expect((await putMember(newId(), newExternalId(), { role: "admin" })).status).toBe(404);
  });
});
