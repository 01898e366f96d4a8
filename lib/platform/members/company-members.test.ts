import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import { companyMembers } from "@/lib/platform/members/members";
import { mintCompany } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";

const call = async (operation: Operation, companyId: number, externalId: string, body?: object) =>
  callRoute(operation, {
    params: { company_id: String(companyId), external_id: encodeURIComponent(externalId) },
    ...(body && { body }),
    as: await mintServiceToken(["platform/directory/write"]),
  });

const put = (companyId: number, externalId: string, body: object) =>
  call(companyMembers.put, companyId, externalId, body);

describe("a company's member of the directory", () => {
  it("cannot be added to an unknown or closed company", async () => {
    const unknownCompanyId = newCompanyId();
    expect((await put(unknownCompanyId, newExternalId(), { role: "staff" })).status).toBe(404);
    const { companyId } = await mintCompany();
    await db().company.update({ where: { id: companyId }, data: { status: "closed" } });
    const { status, body } = await put(companyId, newExternalId(), { role: "staff" });
    const message = "The company is closed and takes no new members.";
    expect([status, body.message]).toEqual([409, message]);
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
});
