import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { scopePermissions } from "@/lib/core/permissions";
import { getOrganization } from "@/lib/tenants/organizations/get-organization";
import { listMembers as listMembersOperation } from "@/lib/tenants/organizations/members/list-members";
import { patchOrganization } from "@/lib/tenants/organizations/patch-organization";
import { verifyOrganization } from "@/lib/tenants/organizations/verify-organization";
import {
  type MintedOrganization,
  mintManagementToken,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { callRoute, type RouteCall } from "@/test/requests/call-route";
import { fieldAt } from "@/test/requests/read-json";

let organization: MintedOrganization;

beforeEach(async () => {
  organization = await mintOrganization();
});

const at = () => ({ params: { organization_id: organization.organizationId } });
const get = (as: RouteCall["as"]) => callRoute(getOrganization, { ...at(), as });
const patch = (body: object, as: RouteCall["as"] = organization.owner) =>
  callRoute(patchOrganization, { ...at(), body, as });
const listMembers = (as: RouteCall["as"]) => callRoute(listMembersOperation, { ...at(), as });

describe("an organization", () => {
  it("is visible to every member", async () => {
    const { status, body } = await get(await mintMember(organization.organizationId, "auditor"));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      organization_id: organization.organizationId,
      name: "Shipfast Labs",
      company_id: organization.companyId,
      require_second_factor: false,
    });
  });

  it("loses its verification when it is renamed", async () => {
    const { organizationId } = organization;
    await verifyOrganization(organizationId, true);
    expect((await patch({ name: "Shipfast Labs" })).body.verified).toBe(true);
    expect((await patch({ name: "A Famous Bank" })).body.verified).toBe(false);
    const rows = await db().auditRow.findMany({
      where: { organizationId },
      orderBy: { id: "asc" },
    });
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
    const { organizationId } = organization;
    expect(await db().auditRow.count({ where: { organizationId } })).toBe(0);
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
    expect((await get(organization.owner)).body).toMatchObject({ verified: false });
  });
});

describe("requiring a second factor", () => {
  const required = { require_second_factor: true };

  it("is allowed only for someone who has a second factor", async () => {
    expect((await patch(required)).status).toBe(409);
    await mintSecondFactor(organization.owner.userId);
    expect((await patch(required)).body.require_second_factor).toBe(true);
  });

  it("can be turned off but not on by a token", async () => {
    const scopes = Object.keys(scopePermissions);
    const { token } = await mintManagementToken(organization.organizationId, scopes);
    expect((await patch(required, token)).status).toBe(409);
    await mintSecondFactor(organization.owner.userId);
    await patch(required);
    expect((await patch({ require_second_factor: false }, token)).status).toBe(200);
  });

  it("blocks members without a second factor, tells them what to do, and admits them once they have one", async () => {
    const member = await mintMember(organization.organizationId, "developer");
    await mintSecondFactor(organization.owner.userId);
    await patch(required);
    const denied = await listMembers(member);
    expect([denied.status, denied.body.error]).toEqual([403, "forbidden"]);
    expect(denied.body.message).toContain("/profile");
    expect((await listMembers(organization.owner)).status).toBe(200);
    await mintSecondFactor(member.userId);
    expect((await listMembers(member)).status).toBe(200);
  });

  it("does not count a second factor that was never confirmed", async () => {
    await mintSecondFactor(organization.owner.userId);
    await patch(required);
    const member = await mintMember(organization.organizationId, "developer");
    await mintSecondFactor(member.userId);
    const { userId } = member;
    await db().secondFactor.update({ where: { userId }, data: { confirmedAt: null } });
    expect((await listMembers(member)).status).toBe(403);
  });

  it("does not affect tokens", async () => {
    await mintSecondFactor(organization.owner.userId);
    await patch(required);
    const scopes = ["organization/members/read"];
    const { token } = await mintManagementToken(organization.organizationId, scopes);
    expect((await listMembers(token)).status).toBe(200);
  });

  it("affects only this organization", async () => {
    const otherOrganization = await mintOrganization();
    await mintSecondFactor(organization.owner.userId);
    await patch(required);
    const params = { organization_id: otherOrganization.organizationId };
    const answer = await callRoute(getOrganization, { params, as: otherOrganization.owner });
    expect(answer.status).toBe(200);
  });
});
