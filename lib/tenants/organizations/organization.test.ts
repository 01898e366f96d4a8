import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { scopePermissions } from "@/lib/core/permissions";
import { getOrganization } from "@/lib/tenants/organizations/get-organization";
import { listMembers as listMembersOperation } from "@/lib/tenants/organizations/members/list-members";
import { patchOrganization } from "@/lib/tenants/organizations/patch-organization";
import { verifyOrganization } from "@/lib/tenants/organizations/verify-organization";
import { mintManagementToken, mintOrganization } from "@/test/factories/mint";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { callRoute, type RouteCall } from "@/test/requests/call-route";
import { organizationScene } from "@/test/requests/client-scene";
import { fieldAt } from "@/test/requests/read-json";

const { organization, id, owner, member, call, auditRows } = organizationScene();
const get = (as: RouteCall["as"]) => call(getOrganization, { as });
const patch = (body: object, as: RouteCall["as"] = owner()) =>
  call(patchOrganization, { body, as });
const listMembers = (as: RouteCall["as"]) => call(listMembersOperation, { as });

describe("an organization", () => {
  it("is visible to every member", async () => {
    const { status, body } = await get(await member("auditor"));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      organization_id: id(),
      name: "Shipfast Labs",
      company_id: organization().companyId,
      require_second_factor: false,
    });
  });

  it("loses its verification when it is renamed", async () => {
    await verifyOrganization(id(), true);
    expect((await patch({ name: "Shipfast Labs" })).body.verified).toBe(true);
    expect((await patch({ name: "A Famous Bank" })).body.verified).toBe(false);
    const rows = await auditRows();
    expect(rows.at(-1)).toMatchObject({
      before: { name: "Shipfast Labs", verified: true },
      after: { name: "A Famous Bank", verified: false },
    });
  });

  it("can be renamed by an owner", async () => {
    const { status, body } = await patch({ name: "  Shipslow  " });
    expect([status, body.name]).toEqual([200, "Shipslow"]);
  });

  it("writes no audit row when nothing changes", async () => {
    expect((await patch({})).status).toBe(200);
    expect((await patch({ name: "Shipfast Labs" })).status).toBe(200);
    expect(await auditRows()).toEqual([]);
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(121) }, "name"],
    [{ name: "Ship\u202efast" }, "name"],
    [{ require_second_factor: "yes" }, "require_second_factor"],
    [{ verified: true }, "verified"],
    [{ company_id: 7 }, "company_id"],
  ])("rejects %j", async (body, path) => {
    const answer = await patch(body);
    expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, path]);
    expect((await get(owner())).body).toMatchObject({ verified: false });
  });
});

describe("requiring a second factor", () => {
  const required = { require_second_factor: true };

  it("is allowed only for someone who has a second factor", async () => {
    expect((await patch(required)).status).toBe(409);
    await mintSecondFactor(owner().userId);
    expect((await patch(required)).body.require_second_factor).toBe(true);
  });

  it("can be turned off but not on by a token", async () => {
    const scopes = Object.keys(scopePermissions);
    const { token } = await mintManagementToken(id(), scopes);
    expect((await patch(required, token)).status).toBe(409);
    await mintSecondFactor(owner().userId);
    await patch(required);
    expect((await patch({ require_second_factor: false }, token)).status).toBe(200);
  });

  it("blocks members without a second factor, tells them what to do, and admits them once they have one", async () => {
    const developer = await member("developer");
    await mintSecondFactor(owner().userId);
    await patch(required);
    const denied = await listMembers(developer);
    expect([denied.status, denied.body.error]).toEqual([403, "forbidden"]);
    expect(denied.body.message).toContain("/profile");
    expect((await listMembers(owner())).status).toBe(200);
    await mintSecondFactor(developer.userId);
    expect((await listMembers(developer)).status).toBe(200);
  });

  it("does not count a second factor that was never confirmed", async () => {
    await mintSecondFactor(owner().userId);
    await patch(required);
    const developer = await member("developer");
    await mintSecondFactor(developer.userId);
    const { userId } = developer;
    await db().secondFactor.update({ where: { userId }, data: { confirmedAt: null } });
    expect((await listMembers(developer)).status).toBe(403);
  });

  it("does not affect tokens", async () => {
    await mintSecondFactor(owner().userId);
    await patch(required);
    const scopes = ["organization/members/read"];
    const { token } = await mintManagementToken(id(), scopes);
    expect((await listMembers(token)).status).toBe(200);
  });

  it("affects only this organization", async () => {
    const otherOrganization = await mintOrganization();
    await mintSecondFactor(owner().userId);
    await patch(required);
    const params = { organization_id: otherOrganization.organizationId };
    const answer = await callRoute(getOrganization, { params, as: otherOrganization.owner });
    expect(answer.status).toBe(200);
  });
});
