import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintClient, mintCompany, mintHolder, mintOrganization } from "@/test/factories/mint";
import { mintCompanyInvitation, mintInvitation } from "@/test/factories/mint-invitation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { configureTestEnv } from "@/test/process/test-env";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { signInWith } from "@/test/requests/provider-session";

const provider = providerScene(CLAIMS);

describe("claims", () => {
  it("give, change, and end memberships that came from claims", async () => {
    const { organizationId } = await mintOrganization();
    const { companyId } = await mintCompany();
    const sub = newId();
    const first = await signInWith(provider(), sub, {
      companies: [{ id: companyId, role: "staff" }],
      organizations: [{ id: organizationId, role: "auditor" }],
    });
    expect(first.user.companyMembers).toMatchObject([
      { companyId, role: "staff", source: "claims" },
    ]);
    expect(first.user.organizationMembers).toMatchObject([
      { organizationId, role: "auditor", source: "claims" },
    ]);
    const second = await signInWith(provider(), sub, {
      companies: [{ id: String(companyId), role: "admin" }],
      organizations: [{ id: organizationId, role: "admin" }],
    });
    // As an admin of the organization, the person is also a member of its sandbox company.
    const real = second.user.companyMembers.filter((one) => one.companyId === companyId);
    expect(real).toMatchObject([{ role: "admin", source: "claims" }]);
    expect(second.user.organizationMembers).toMatchObject([{ organizationId, role: "admin" }]);
    const third = await signInWith(provider(), sub, { companies: [] });
    expect(third.user.companyMembers).toEqual([]);
    expect(third.user.organizationMembers).toEqual([]);
    const rows = await db().auditRow.findMany({
      where: { organizationId, target: `user:${first.userId}` },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ action }) => action)).toEqual([
      "member.joined",
      "member.role_changed",
      "member.removed",
    ]);
    const ofPlatform = await db().auditRow.findMany({
      where: { organizationId: null, actor: "provider:claims", target: `user:${first.userId}` },
      orderBy: { id: "asc" },
    });
    expect(ofPlatform).toMatchObject([
      { action: "company_member.joined", after: { company_id: companyId, role: "staff" } },
      {
        action: "company_member.role_changed",
        before: { role: "staff" },
        after: { role: "admin" },
      },
      { action: "company_member.removed", before: { company_id: companyId, role: "admin" } },
    ]);
  });

  it("that name many companies leave linked entries in the platform's audit log", async () => {
    const minted = await Promise.all(Array.from({ length: 5 }, () => mintCompany()));
    const companies = minted.map(({ companyId: id }) => ({ id, role: "staff" }));
    const { userId } = await signInWith(provider(), newId(), { companies });
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, target: `user:${userId}` },
      orderBy: { id: "asc" },
    });
    expect(rows).toHaveLength(companies.length);
    for (const [index, { previousHash }] of rows.slice(1).entries()) {
      expect(previousHash).toEqual(rows[index]?.hash);
    }
  });

  it.each(["a lower role", "no role"])(
    "security 63: that leave %s revoke secrets of clients with more permissions",
    async (next) => {
      const { organizationId } = await mintOrganization();
      const sub = newId();
      const organization = { id: organizationId, role: "owner" };
      const { userId } = await signInWith(provider(), sub, { organizations: [organization] });
      const scopes = ["organization/members/write"];
      const { secretId } = await mintClient(organizationId, { scopes });
      await mintHolder(secretId, `user:${userId}`);
      const role = "developer";
      await signInWith(provider(), sub, {
        organizations: next === "no role" ? [] : [{ ...organization, role }],
      });
      const secret = await db().clientSecret.findUniqueOrThrow({ where: { id: secretId } });
      expect(secret.revokedAt).not.toBeNull();
    },
  );

  it("that end or lower a role revoke the invitations that the person could no longer send", async () => {
    const { organizationId } = await mintOrganization();
    const { companyId } = await mintCompany();
    const sub = newId();
    const { userId } = await signInWith(provider(), sub, {
      companies: [{ id: companyId, role: "owner" }],
      organizations: [{ id: organizationId, role: "owner" }],
    });
    const sent = { invitedBy: userId };
    const toCompany = await mintCompanyInvitation(companyId, sent);
    const asOwner = await mintInvitation(organizationId, { ...sent, role: "owner" });
    const asDeveloper = await mintInvitation(organizationId, { ...sent, role: "developer" });
    const byOther = await mintInvitation(organizationId, { role: "owner" });
    await signInWith(provider(), sub, { organizations: [{ id: organizationId, role: "admin" }] });
    const revoked = async ({ invitationId: id }: { invitationId: string }) =>
      (await db().invitation.findUniqueOrThrow({ where: { id } })).revokedAt !== null;
    expect(await revoked(asOwner)).toBe(true);
    expect(await revoked(asDeveloper)).toBe(false);
    expect(await revoked(byOther)).toBe(false);
    const where = { id: toCompany.invitationId };
    const { revokedAt } = await db().companyInvitation.findUniqueOrThrow({ where });
    expect(revokedAt).not.toBeNull();
  });

  it("change nothing where this installation does not read them", async () => {
    configureTestEnv(provider().env);
    const { companyId } = await mintOrganization();
    const { user } = await signInWith(provider(), newId(), {
      companies: [{ id: companyId, role: "owner" }],
      latchkey: true,
    });
    expect(user).toMatchObject({ companyMembers: [], operatorRole: null });
  });

  it.each<[unknown, string | null]>([
    [true, "operator"],
    ["operator", "operator"],
    ["support", "support"],
    [["staff", "support"], "support"],
    [["support", "operator"], "operator"],
    ["admin", null],
    [false, null],
  ])(
    "with %j for operators make %s, recorded in the platform's log, until they are gone",
    async (claim, role) => {
      const sub = newId();
      const { user, userId } = await signInWith(provider(), sub, { latchkey: claim });
      expect(user).toMatchObject({ operatorRole: role, operatorSource: role && "claims" });
      const later = await signInWith(provider(), sub, {});
      expect(later.user).toMatchObject({ operatorRole: null, operatorSource: null });
      const recorded = await db().auditRow.findMany({
        where: { organizationId: null, target: `user:${userId}` },
        orderBy: { id: "asc" },
      });
      expect(recorded.map(({ action }) => action)).toEqual(
        role ? ["operator.granted", "operator.revoked"] : [],
      );
    },
  );

  it("security 93: that end an operator's role end the service keys that the operator has seen", async () => {
    const sub = newId();
    const { userId } = await signInWith(provider(), sub, { latchkey: true });
    const { clientId: keyId } = await mintServiceKey(["platform/log/read"]);
    await db().serviceKeySecret.updateMany({ where: { keyId }, data: { seenBy: userId } });
    await signInWith(provider(), sub, {});
    const [secret] = await db().serviceKeySecret.findMany({ where: { keyId } });
    expect(secret?.expiresAt).toBeInstanceOf(Date);
    const where = { target: `service_key:${keyId}`, actor: "provider:claims" };
    expect(await db().auditRow.count({ where: { ...where, organizationId: null } })).toBe(1);
  });
});
