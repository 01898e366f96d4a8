import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { organizationRoles, scopePermissions } from "@/lib/core/permissions";
import { changeMember } from "@/lib/tenants/organizations/members/change-member";
import { leaveOrganization } from "@/lib/tenants/organizations/members/leave-organization";
import { listMembers } from "@/lib/tenants/organizations/members/list-members";
import { removeMember } from "@/lib/tenants/organizations/members/remove-member";
import {
  type MintedUser,
  mintCompany,
  mintManagementToken,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import type { RouteCall } from "@/test/requests/call-route";
import { organizationScene } from "@/test/requests/client-scene";
import { fieldAt, listOf } from "@/test/requests/read-json";

const { organization, id, owner, member, call, auditRows } = organizationScene();

type As = RouteCall["as"];

const list = (query: Record<string, string> = {}, as: As = owner()) =>
  call(listMembers, { query, as });
const change = (user_id: string, role: string, as: As = owner()) =>
  call(changeMember, { params: { user_id }, body: { role }, as });
const remove = (user_id: string, as: As = owner()) =>
  call(removeMember, { params: { user_id }, as });
const leave = (as: As) => call(leaveOrganization, { as });

async function roleOf(userId: string): Promise<string | null> {
  const organizationId = id();
  const row = await db().organizationMember.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
  });
  return row?.role ?? null;
}

describe("the list of members", () => {
  it("shows who the members are, when they joined and signed in, and whether they have a second factor", async () => {
    const developer = await member("developer");
    await mintSecondFactor(developer.userId);
    await db().userSession.deleteMany({ where: { userId: owner().userId } });
    const as = await member("auditor");
    const { status, body } = await list({}, as);
    expect(status).toBe(200);
    const people = listOf(body.items).map((item: Record<string, unknown>) => [
      item.user_id,
      item.role,
      item.has_second_factor,
      item.last_signed_in_at !== null,
    ]);
    expect(people).toEqual([
      [owner().userId, "owner", false, false],
      [developer.userId, "developer", true, true],
      [as.userId, "auditor", false, true],
    ]);
    expect(listOf(body.items)[0]).toMatchObject({
      first_name: "Asha",
      last_name: "Rao",
      email: owner().email,
    });
  });

  it("security 47: contains no members of another organization", async () => {
    const otherOrganization = await mintOrganization();
    const { body } = await list();
    expect(JSON.stringify(body)).not.toContain(otherOrganization.owner.userId);
  });
});

describe("a change of role", () => {
  it("takes effect on the next request", async () => {
    const person = await member("developer");
    const { status, body } = await change(person.userId, "auditor");
    expect([status, body.role]).toEqual([200, "auditor"]);
    expect((await change(person.userId, "owner", person)).status).toBe(403);
  });

  it("writes nothing when the role is already set", async () => {
    const person = await member("developer");
    expect((await change(person.userId, "developer")).status).toBe(200);
    expect(await auditRows()).toEqual([]);
  });

  it.each(["superuser", "", null, 1])("rejects the role %j", async (role) => {
    const person = await member("developer");
    const params = { user_id: person.userId };
    const { status, body } = await call(changeMember, { params, body: { role } });
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, "role"]);
  });

  it("returns 404 for strangers and for members of another organization", async () => {
    const otherOrganization = await mintOrganization();
    for (const { userId } of [await mintUser(), otherOrganization.owner]) {
      expect((await change(userId, "auditor")).status).toBe(404);
      expect((await remove(userId)).status).toBe(404);
    }
  });
});

describe("who may grant and remove which role", () => {
  const beyondAdmin = ["owner"];

  it.each(organizationRoles)(
    "security 58: lets an admin assign the role %s only if admins have all of its permissions",
    async (role) => {
      const admin = await member("admin");
      const person = await member("developer");
      const { status } = await change(person.userId, role, admin);
      expect(status).toBe(beyondAdmin.includes(role) ? 403 : 200);
      expect(await roleOf(person.userId)).toBe(beyondAdmin.includes(role) ? "developer" : role);
    },
  );

  it.each(organizationRoles)(
    "security 58: lets an admin demote or remove the role %s only if admins have all its permissions",
    async (role) => {
      const admin = await member("admin");
      const person = await member(role);
      const allowed = beyondAdmin.includes(role) ? 403 : 200;
      expect((await change(person.userId, "auditor", admin)).status).toBe(allowed);
      expect((await remove(person.userId, admin)).status).toBe(allowed);
    },
  );

  it("lets an owner appoint and remove owners", async () => {
    const person = await member("developer");
    expect((await change(person.userId, "owner")).status).toBe(200);
    expect((await remove(person.userId)).status).toBe(200);
  });

  it("security 58: lets a token assign only roles that its scopes cover", async () => {
    const scopes = Object.keys(scopePermissions).filter((scope) => !scope.includes("settings"));
    const { token } = await mintManagementToken(id(), scopes);
    const person = await member("developer");
    expect((await change(person.userId, "admin", token)).status).toBe(200);
    expect((await change(person.userId, "owner", token)).status).toBe(403);
    const few = ["organization/members/read", "organization/members/write"];
    const weak = await mintManagementToken(id(), few);
    expect((await change(person.userId, "auditor", weak.token)).status).toBe(403);
  });
});

describe("the last owner", () => {
  it("security 57: cannot be demoted, be removed, or leave", async () => {
    for (const answer of [
      await change(owner().userId, "admin"),
      await remove(owner().userId),
      await leave(owner()),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([409, "conflict"]);
    }
    expect(await roleOf(owner().userId)).toBe("owner");
    expect(await auditRows()).toEqual([]);
  });

  it("is counted among people who can sign in; an owner with a deactivated account does not count", async () => {
    const deactivatedOwner = await member("owner");
    await db().user.update({
      where: { id: deactivatedOwner.userId },
      data: { deactivatedAt: new Date() },
    });
    expect((await leave(owner())).status).toBe(409);
  });

  it("can be removed once there is another owner", async () => {
    await member("owner");
    expect((await leave(owner())).status).toBe(200);
    expect(await roleOf(owner().userId)).toBeNull();
  });

  it("security 57: remains when owners demote each other concurrently", async () => {
    const owners = [owner()];
    while (owners.length < 10) owners.push(await member("owner"));
    const attempts = Array.from({ length: 50 }, (_, n) => {
      const by = owners[n % owners.length] ?? owner();
      const whom = owners[(n + 1 + (n % 7)) % owners.length] ?? owner();
      return n % 3 === 0 ? remove(whom.userId, by) : change(whom.userId, "admin", by);
    });
    const answers = await Promise.all(attempts);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const remainingOwners = await db().organizationMember.count({
      where: { organizationId: id(), role: "owner" },
    });
    expect(remainingOwners).toBeGreaterThanOrEqual(1);
  });

  it("security 57: remains when all owners leave at the same time", async () => {
    const owners = [
      owner(),
      ...(await Promise.all(Array.from({ length: 9 }, () => member("owner")))),
    ];
    const answers = await Promise.all(owners.map((each) => leave(each)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 409]);
  });
});

describe("removing or demoting a member", () => {
  it("ends access to the organization immediately, even in an existing session", async () => {
    const person = await member("admin");
    expect((await list({}, person)).status).toBe(200);
    const { body } = await remove(person.userId);
    expect(body.user_id).toBe(person.userId);
    expect((await list({}, person)).status).toBe(404);
  });

  it("revokes the invitations that a removed member sent, because they may know the links", async () => {
    const person = await member("admin");
    const theirs = await mintInvitation(id(), { invitedBy: person.userId });
    const otherInvitation = await mintInvitation(id(), { invitedBy: owner().userId });
    await remove(person.userId);
    const open = await db().invitation.findMany({
      where: { organizationId: id(), revokedAt: null },
    });
    expect(open.map(({ id }) => id)).toEqual([otherInvitation.invitationId]);
    expect(theirs.invitationId).not.toBe(otherInvitation.invitationId);
  });

  it("revokes a demoted member's invitations to roles above the new role", async () => {
    const person = await member("owner");
    await mintInvitation(id(), { invitedBy: person.userId, role: "owner" });
    const remainingInvitation = await mintInvitation(id(), {
      invitedBy: person.userId,
      role: "admin",
    });
    await change(person.userId, "admin");
    const open = await db().invitation.findMany({
      where: { organizationId: id(), revokedAt: null },
    });
    expect(open.map(({ id }) => id)).toEqual([remainingInvitation.invitationId]);
  });
});

describe("leaving an organization", () => {
  it.each(organizationRoles)("is allowed for the role %s", async (role) => {
    const person = await member(role);
    expect((await leave(person)).status).toBe(200);
    expect(await roleOf(person.userId)).toBeNull();
  });
});

describe("the organization's sandbox company", () => {
  let person: MintedUser;

  beforeEach(async () => {
    person = await mintUser();
    const { organizationId, companyId } = organization();
    const { userId } = person;
    await db().organizationMember.create({ data: { organizationId, userId, role: "developer" } });
    await db().companyMember.create({ data: { companyId, userId, role: "admin" } });
  });

  const companiesOf = async ({ userId }: MintedUser) => {
    const rows = await db().companyMember.findMany({
      where: { userId },
      select: { companyId: true, role: true },
    });
    return new Map(rows.map(({ companyId, role }) => [companyId, role]));
  };
  const sandboxRole = async () => (await companiesOf(person)).get(organization().companyId) ?? null;

  it.each([
    ["owner", "owner"],
    ["admin", "admin"],
    ["auditor", null],
  ])(
    "turns a developer who becomes %s into its %s, and back into its admin afterwards",
    async (role, as) => {
      await change(person.userId, role);
      expect(await sandboxRole()).toBe(as);
      await change(person.userId, "developer");
      expect(await sandboxRole()).toBe("admin");
    },
  );

  it.each([
    ["is removed", () => remove(person.userId)],
    ["leaves", () => leave(person)],
  ])("removes a member who %s, and leaves other companies alone", async (_what, end) => {
    const real = await mintCompany();
    const otherOrganization = await mintOrganization();
    for (const { companyId } of [real, otherOrganization]) {
      const { userId } = person;
      await db().companyMember.create({ data: { companyId, userId, role: "admin" } });
    }
    expect((await end()).status).toBe(200);
    const remainingCompanies = await companiesOf(person);
    expect([...remainingCompanies.keys()].toSorted()).toEqual(
      [real.companyId, otherOrganization.companyId].toSorted(),
    );
  });

  it("is left unchanged when it is a real company", async () => {
    const { companyId } = organization();
    await db().company.update({ where: { id: companyId }, data: { isSandbox: false } });
    await remove(person.userId);
    expect(await sandboxRole()).toBe("admin");
  });

  it("keeps a member whose removal was rejected", async () => {
    const admin = await member("admin");
    await change(person.userId, "owner");
    expect((await remove(person.userId, admin)).status).toBe(403);
    expect(await sandboxRole()).toBe("owner");
  });
});

it.each(["directory", "claims"] as const)(
  "changing a membership that the platform manages (%s) returns 409, and the list names its source",
  async (source) => {
    const developer = await member("developer");
    const where = { organizationId_userId: { organizationId: id(), userId: developer.userId } };
    await db().organizationMember.update({ where, data: { source } });
    const answers = [
      await change(developer.userId, "auditor"),
      await remove(developer.userId),
      await leave(developer),
    ];
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([
        409,
        expect.stringContaining("The platform manages this membership."),
      ]);
    }
    expect(await roleOf(developer.userId)).toBe("developer");
    const { body } = await list();
    expect(listOf(body.items)).toContainEqual(
      expect.objectContaining({ user_id: developer.userId, source }),
    );
  },
);
