import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { scopePermissions } from "@/lib/core/permissions/permissions";
import { listMembers as listMembersOperation } from "@/lib/tenants/organizations/members/members";
import {
  getOrganization,
  patchOrganization,
  verifyOrganization,
} from "@/lib/tenants/organizations/organization";
import { mintManagementToken, mintOrganization } from "@/test/factories/mint";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import type { RouteCall } from "@/test/requests/call-route";
import { organizationScene } from "@/test/requests/client-scene";
import { fieldAt } from "@/test/requests/read-json";

const { organization, id, owner, member, call, auditRows } = organizationScene();
const get = (as: RouteCall["as"]) => call(getOrganization, { as });
const patch = (body: object, as: RouteCall["as"] = owner()) =>
  call(patchOrganization, { body, as });
const listMembers = (as: RouteCall["as"]) => call(listMembersOperation, { as });

describe("an organization", () => {
  it("is described with its company", async () => {
    expect((await get(owner())).body).toMatchObject({
      organization_id: id(),
      company_id: organization().companyId,
      name: "Shipfast Labs",
      require_second_factor: false,
    });
  });

  it("is verified by an operator only, and no other with it, until it is renamed", async () => {
    const { organizationId } = await mintOrganization();
    for (let n = 0; n < 2; n += 1) {
      expect(await verifyOrganization(id(), true)).toBe("Shipfast Labs");
    }
    const verified = await db().organization.findMany({
      where: { id: { in: [id(), organizationId] }, verified: true },
    });
    expect(verified.map((each) => each.id)).toEqual([id()]);
    expect((await patch({ name: "Shipfast Labs" })).body.verified).toBe(true);
    const { body } = await patch({ name: "  A Famous Bank " });
    expect(body).toMatchObject({ name: "A Famous Bank", verified: false });
    expect(await auditRows()).toMatchObject([
      {
        actor: "operator:shell",
        action: "organization.updated",
        before: { verified: false },
        after: { verified: true },
      },
      {
        before: { name: "Shipfast Labs", verified: true },
        after: { name: "A Famous Bank", verified: false },
      },
    ]);
    await verifyOrganization(id(), true);
    await verifyOrganization(id(), false);
    expect((await get(owner())).body.verified).toBe(false);
    expect(await verifyOrganization("f".repeat(24), true)).toBeNull();
  });

  it("writes no audit row when nothing changes", async () => {
    for (const body of [{}, { name: "Shipfast Labs" }]) {
      expect((await patch(body)).status).toBe(200);
    }
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

  it("blocks members who have confirmed none, here only, tells them what to do, and admits tokens", async () => {
    const developer = await member("developer");
    const otherOrganization = await mintOrganization();
    await mintSecondFactor(owner().userId);
    await patch(required);
    const denial = await listMembers(developer);
    expect([denial.status, denial.body.error]).toEqual([403, "forbidden"]);
    expect(denial.body.message).toContain("/profile");
    expect((await listMembers(owner())).status).toBe(200);
    const { token } = await mintManagementToken(id(), ["organization/members/read"]);
    expect((await listMembers(token)).status).toBe(200);
    const params = { organization_id: otherOrganization.organizationId };
    const elsewhere = await call(getOrganization, { params, as: otherOrganization.owner });
    expect(elsewhere.status).toBe(200);
    await mintSecondFactor(developer.userId);
    expect((await listMembers(developer)).status).toBe(200);
  });
});
