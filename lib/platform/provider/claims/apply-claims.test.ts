import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { mintServiceKey } from "@/test/factories/mint-platform";
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
  it("give memberships, which the audit logs of organizations and of the platform say", async () => {
    const { organizationId } = await mintOrganization();
    const { companyId } = await mintCompany();
    const { user, userId } = await signInWith(provider(), newId(), {
      companies: [{ id: String(companyId), role: "staff" }],
      organizations: [{ id: organizationId, role: "auditor" }],
    });
    const [staff, auditor] = [{ role: "staff" }, { role: "auditor" }].map((role) => ({
      ...role,
      source: "claims",
    }));
    expect(user.companyMembers).toMatchObject([{ companyId, ...staff }]);
    expect(user.organizationMembers).toMatchObject([{ organizationId, ...auditor }]);
    expect(await rowsAbout(userId, organizationId)).toMatchObject([
      { action: "member.joined", actor: `user:${userId}`, after: auditor },
    ]);
    expect(await rowsAbout(userId)).toMatchObject([
      {
        action: "company_member.joined",
        actor: "provider:claims",
        after: { company_id: companyId, ...staff },
      },
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

  it("neither give nor end an operator's role that came from elsewhere", async () => {
    const sub = newId();
    const role = { operatorRole: "support", operatorSource: "local" } as const;
    await mintAccount(sub, role);
    for (const latchkey of ["operator", undefined]) {
      expect((await signInWith(provider(), sub, { latchkey })).user).toMatchObject(role);
    }
  });
});
