import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import { companyMembers } from "@/lib/platform/members/members";
import { mintCompany } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { textOf } from "@/test/requests/read-json";

const call = async (operation: Operation, companyId: number, externalId: string, body?: object) =>
  callRoute(operation, {
    params: { company_id: String(companyId), external_id: encodeURIComponent(externalId) },
    ...(body && { body }),
    as: await mintServiceToken(["platform/directory/write"]),
  });

const put = (companyId: number, externalId: string, body: object) =>
  call(companyMembers.put, companyId, externalId, body);

describe("a company's member of the directory", () => {
  it("security 95: needs new online tokens after being removed and added again", async () => {
    const installation = await mintInstallation();
    const { companyId } = installation;
    const id = newExternalId();
    const added = await put(companyId, id, { role: "staff" });
    const columns = { userId: textOf(added.body.user_id) };
    const former = await mintAccessToken(installation, "online", columns);
    expect((await callProducts(former)).status).toBe(200);
    await call(companyMembers.remove, companyId, id);
    await put(companyId, id, { role: "staff" });
    expect((await callProducts(former)).status).toBe(401);
    const later = await mintAccessToken(installation, "online", columns);
    expect((await callProducts(later)).status).toBe(200);
  });

  it("cannot be added to an unknown or closed company", async () => {
    const unknownCompanyId = newCompanyId();
    expect((await put(unknownCompanyId, newExternalId(), { role: "staff" })).status).toBe(404);
    const { companyId } = await mintCompany();
    await db().company.update({ where: { id: companyId }, data: { status: "closed" } });
    const { status, body } = await put(companyId, newExternalId(), { role: "staff" });
    const message = "The company is closed and takes no new members.";
    expect([status, body.message]).toEqual([409, message]);
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
    const removed = await call(companyMembers.remove, companyId, seller.userId);
    expect(removed).toMatchObject({ status: 200, body: { role: "owner" } });
    expect(await db().companyMember.count({ where: { companyId } })).toBe(0);
    expect((await call(companyMembers.remove, companyId, seller.userId)).status).toBe(404);
    expect((await call(companyMembers.get, companyId, seller.userId)).status).toBe(404);
  });

  it("keeps the role in another company when the role changes here and when the membership ends", async () => {
    const [{ companyId: here }, { companyId: other }] = [await mintCompany(), await mintCompany()];
    const id = newExternalId();
    for (const companyId of [here, other]) await put(companyId, id, { role: "staff" });
    const roleInOther = async () => (await call(companyMembers.get, other, id)).body.role;
    await put(here, id, { role: "admin" });
    expect(await roleInOther()).toBe("staff");
    const removed = await call(companyMembers.remove, here, id);
    expect(removed).toMatchObject({ status: 200, body: { role: "admin" } });
    expect(await roleInOther()).toBe("staff");
    expect((await call(companyMembers.get, here, id)).status).toBe(404);
  });
});
