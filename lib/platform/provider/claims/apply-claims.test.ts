import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { mintCompanyInvitation, mintInvitation } from "@/test/factories/mint-invitation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintSeenSecret } from "@/test/factories/mint-seen-secret";
import { configureTestEnv } from "@/test/process/test-env";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { mintAccount, signInWith } from "@/test/requests/provider-session";

const provider = providerScene(CLAIMS);

/** What an audit log says about a person: an organization's or, without one, the platform's. */
const rowsAbout = (userId: string, organizationId: string | null = null) =>
  db().auditRow.findMany({
    where: { organizationId, target: `user:${userId}` },
    orderBy: { id: "asc" },
  });

describe("claims", () => {
  it("give, change, and end memberships that came from claims", async () => {
    const { organizationId } = await mintOrganization();
    const { companyId } = await mintCompany();
    const sub = newId();
    const signIn = (ofCompany: object, ofOrganization: object) =>
      signInWith(provider(), sub, {
        companies: [{ id: companyId, ...ofCompany }],
        organizations: [{ id: organizationId, ...ofOrganization }],
      });
    const source = "claims";
    const first = await signIn({ role: "staff" }, { role: "auditor" });
    const staff = { companyId, role: "staff", source };
    expect(first.user.companyMembers).toMatchObject([staff]);
    const auditor = { organizationId, role: "auditor", source };
    expect(first.user.organizationMembers).toMatchObject([auditor]);
    const second = await signIn({ id: String(companyId), role: "admin" }, { role: "admin" });
    // As an admin of the organization, the person is also a member of its sandbox company.
    const real = second.user.companyMembers.filter((one) => one.companyId === companyId);
    expect(real).toMatchObject([{ role: "admin", source }]);
    expect(second.user.organizationMembers).toMatchObject([{ organizationId, role: "admin" }]);
    const third = await signInWith(provider(), sub, { companies: [] });
    expect(third.user.companyMembers).toEqual([]);
    expect(third.user.organizationMembers).toEqual([]);
    const ofOrganization = await rowsAbout(first.userId, organizationId);
    const actions = ["member.joined", "member.role_changed", "member.removed"];
    expect(ofOrganization.map(({ action }) => action)).toEqual(actions);
    const ofPlatform = await rowsAbout(first.userId);
    for (const { actor } of ofPlatform) expect(actor).toBe("provider:claims");
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
    const rows = await rowsAbout(userId);
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
      const secretId = await mintSeenSecret(organizationId, userId);
      const lower = { ...organization, role: "developer" };
      const organizations = next === "no role" ? [] : [lower];
      await signInWith(provider(), sub, { organizations });
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
    for (const [{ invitationId: id }, isRevoked] of [
      [asOwner, true],
      [asDeveloper, false],
      [byOther, false],
    ] as const) {
      const { revokedAt } = await db().invitation.findUniqueOrThrow({ where: { id } });
      expect(revokedAt !== null).toBe(isRevoked);
    }
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
      expect((await rowsAbout(userId)).map(({ action }) => action)).toEqual(
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

describe("security 72: claims", () => {
  it("are ignored, and shown, for unknown and closed companies, unknown organizations, and unknown roles", async () => {
    const { companyId, organizationId } = await mintOrganization();
    const closed = await db().company.create({ data: { name: "Closed", status: "closed" } });
    const { user, providerSession } = await signInWith(provider(), newId(), {
      companies: [
        { id: 7_000_000_000_001, role: "owner" },
        { id: closed.id, role: "owner" },
        { id: companyId, role: "emperor" },
      ],
      organizations: [
        { id: "nowhere", role: "owner" },
        { id: organizationId, role: "staff" },
      ],
    });
    expect([user.companyMembers, user.organizationMembers]).toEqual([[], []]);
    const ignored = [7_000_000_000_001, closed.id, companyId].map((id) => `company:${id}`);
    expect(providerSession?.ignoredClaims).toEqual([
      ...ignored,
      ...["organization:nowhere", `organization:${organizationId}`],
    ]);
  });

  it.each(["directory", "local"] as const)(
    "neither change nor end a membership that is %s",
    async (source) => {
      const { companyId, organizationId } = await mintOrganization();
      const sub = newId();
      const ofCompany = { companyId, role: "staff", source } as const;
      const ofOrganization = { organizationId, role: "auditor", source } as const;
      await mintAccount(sub, {
        companyMembers: { create: ofCompany },
        organizationMembers: { create: ofOrganization },
      });
      const owner = {
        companies: [{ id: companyId, role: "owner" }],
        organizations: [{ id: organizationId, role: "owner" }],
      };
      for (const claims of [owner, {}]) {
        const { user } = await signInWith(provider(), sub, claims);
        expect(user.companyMembers).toMatchObject([ofCompany]);
        expect(user.organizationMembers).toMatchObject([ofOrganization]);
      }
    },
  );

  it("neither give nor end an operator's role that came from elsewhere", async () => {
    const sub = newId();
    const role = { operatorRole: "support", operatorSource: "local" } as const;
    await mintAccount(sub, role);
    for (const latchkey of ["operator", undefined]) {
      expect((await signInWith(provider(), sub, { latchkey })).user).toMatchObject(role);
    }
  });
});
