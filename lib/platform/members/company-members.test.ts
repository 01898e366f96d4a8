import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { getCompanyMember } from "@/lib/platform/members/get-member";
import { listCompanyMembers } from "@/lib/platform/members/list-members";
import { putCompanyMember } from "@/lib/platform/members/put-member";
import { removeCompanyMember } from "@/lib/platform/members/remove-member";
import { mintCompany } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const write = () => mintServiceToken(["platform/directory/write"]);
const at = (companyId: number, externalId: string) => ({
  company_id: String(companyId),
  external_id: encodeURIComponent(externalId),
});

async function put(companyId: number, externalId: string, body: object, as?: string) {
  const params = at(companyId, externalId);
  return callRoute(putCompanyMember, { params, body, as: as ?? (await write()) });
}

describe("a company's member of the directory", () => {
  it("is created with the person, updated, and unchanged when they are sent again", async () => {
    const { companyId } = await mintCompany();
    const id = newExternalId();
    expect(await put(companyId, id, { role: "staff", first_name: "Asha" })).toMatchObject({
      status: 201,
      body: { company_id: companyId, external_id: id, role: "staff", source: "directory" },
    });
    const updated = await put(companyId, id, { role: "admin", last_name: "Rao" });
    expect(updated).toMatchObject({ status: 200, body: { role: "admin", last_name: "Rao" } });
    expect((await put(companyId, id, { role: "admin" })).body).toEqual(updated.body);
    const target = `user:${String(updated.body.user_id)}`;
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, target },
      orderBy: { id: "asc" },
    });
    expect(rows).toMatchObject([
      { action: "company_member.created", after: { company_id: companyId, role: "staff" } },
      {
        action: "company_member.updated",
        before: { role: "staff" },
        after: { company_id: companyId, role: "admin" },
      },
    ]);
  });

  it("security 95: needs new online tokens after being removed and added again", async () => {
    const installation = await mintInstallation();
    const { companyId } = installation;
    const id = newExternalId();
    const added = await put(companyId, id, { role: "staff" });
    const columns = { userId: textOf(added.body.user_id) };
    const former = await mintAccessToken(installation, "online", columns);
    expect((await callProducts(former)).status).toBe(200);
    await callRoute(removeCompanyMember, { params: at(companyId, id), as: await write() });
    await put(companyId, id, { role: "staff" });
    expect((await callProducts(former)).status).toBe(401);
    const later = await mintAccessToken(installation, "online", columns);
    expect((await callProducts(later)).status).toBe(200);
  });

  it("is stored once by 50 identical requests at the same time", async () => {
    const { companyId } = await mintCompany();
    const id = newExternalId();
    const as = await write();
    const body = { role: "owner", first_name: "Asha" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => put(companyId, id, body, as)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(await db().companyMember.count({ where: { companyId, user: { externalId: id } } })).toBe(
      1,
    );
  });

  it("needs a role when the membership is new, and stores nothing without one", async () => {
    const { companyId } = await mintCompany();
    const id = newExternalId();
    const { status, body } = await put(companyId, id, { first_name: "Asha" });
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0.path")).toBe("role");
    expect(await db().user.count({ where: { externalId: id } })).toBe(0);
  });

  it("cannot be added to an unknown or closed company", async () => {
    const unknownCompanyId = newCompanyId();
    expect((await put(unknownCompanyId, newExternalId(), { role: "staff" })).status).toBe(404);
    const { companyId } = await mintCompany();
    await db().company.update({ where: { id: companyId }, data: { status: "closed" } });
    const { status, body } = await put(companyId, newExternalId(), { role: "staff" });
    expect([status, body.message]).toEqual([
      409,
      "The company is closed and takes no new members.",
    ]);
  });

  it("becomes managed by the directory when the membership came from elsewhere", async () => {
    const { companyId, seller } = await mintCompany("staff");
    const { body } = await put(companyId, seller.userId, { role: "staff" });
    expect(body).toMatchObject({ external_id: null, user_id: seller.userId, source: "directory" });
  });

  it("may be an operator, whose own fields cannot be changed here", async () => {
    const { companyId } = await mintCompany();
    const { userId } = await mintOperator();
    expect((await put(companyId, userId, { role: "staff" })).status).toBe(201);
    expect((await put(companyId, userId, { first_name: "Eve" })).status).toBe(409);
  });

  it("is removed when the membership ends, even as the last owner", async () => {
    const { companyId, seller } = await mintCompany("owner");
    const params = at(companyId, seller.userId);
    const as = await write();
    const removed = await callRoute(removeCompanyMember, { params, as });
    expect(removed).toMatchObject({ status: 200, body: { role: "owner" } });
    expect(await db().companyMember.count({ where: { companyId } })).toBe(0);
    const again = await callRoute(removeCompanyMember, { params, as });
    expect(again.status).toBe(404);
    const found = await callRoute(getCompanyMember, { params, as });
    expect(found.status).toBe(404);
  });

  it("keeps the role in another company when the role changes here and when the membership ends", async () => {
    const here = await mintCompany();
    const otherCompany = await mintCompany();
    const id = newExternalId();
    const as = await write();
    await put(otherCompany.companyId, id, { role: "staff" }, as);
    await put(here.companyId, id, { role: "staff" }, as);
    const roleInOther = async () => {
      const params = at(otherCompany.companyId, id);
      return (await callRoute(getCompanyMember, { params, as })).body.role;
    };
    await put(here.companyId, id, { role: "admin" }, as);
    expect(await roleInOther()).toBe("staff");
    const params = at(here.companyId, id);
    const removed = await callRoute(removeCompanyMember, { params, as });
    expect(removed).toMatchObject({ status: 200, body: { role: "admin" } });
    expect(await roleInOther()).toBe("staff");
    expect((await callRoute(getCompanyMember, { params, as })).status).toBe(404);
  });
});

describe("the list of a company's members", () => {
  it("is read page by page, and its cursor works for this company only", async () => {
    const { companyId, seller } = await mintCompany();
    const as = await write();
    const id = newExternalId();
    await put(companyId, id, { role: "staff" }, as);
    const list = (of: number, query: Record<string, string>) =>
      callRoute(listCompanyMembers, {
        params: { company_id: String(of) },
        query,
        as,
      });
    const first = await list(companyId, { limit: "1" });
    const cursor = textOf(fieldAt(first.body, "page.next_id"));
    const second = await list(companyId, { limit: "1", cursor });
    expect(fieldAt(second.body, "page")).toMatchObject({ has_next: false, next_id: "" });
    const seen = [...listOf(first.body.items), ...listOf(second.body.items)];
    expect(seen.map(({ user_id }) => user_id)).toContain(seller.userId);
    expect(seen.map(({ external_id }) => external_id)).toContain(id);
    const otherCompany = await mintCompany();
    expect((await list(otherCompany.companyId, { cursor })).status).toBe(400);
    expect((await list(newCompanyId(), {})).status).toBe(404);
  });
});
