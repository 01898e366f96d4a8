import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { changeMember } from "@/lib/tenants/organizations/members/change-member";
import { listMembers } from "@/lib/tenants/organizations/members/list-members";
import { removeMember } from "@/lib/tenants/organizations/members/remove-member";
import { type MintedUser, mintUser } from "@/test/factories/mint";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { organizationScene } from "@/test/requests/client-scene";
import { fieldAt, listOf } from "@/test/requests/read-json";

const { organization, id, owner, member, call, auditRows } = organizationScene();

const list = (as = owner()) => call(listMembers, { as });
const change = (user_id: string, role: unknown, as = owner()) =>
  call(changeMember, { params: { user_id }, body: { role }, as });
const remove = (user_id: string, as = owner()) => call(removeMember, { params: { user_id }, as });

describe("the list of members", () => {
  it("shows who the members are, when they joined and signed in, and whether they have a second factor", async () => {
    const developer = await member("developer");
    await mintSecondFactor(developer.userId);
    await db().userSession.deleteMany({ where: { userId: owner().userId } });
    const as = await member("auditor");
    const { status, body } = await list(as);
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
    const name = { first_name: "Asha", last_name: "Rao" };
    expect(listOf(body.items)[0]).toMatchObject({ ...name, email: owner().email });
  });

  it.each(["directory", "claims"] as const)(
    "names the source of a membership: %s",
    async (source) => {
      const { userId } = await member("developer");
      const where = { organizationId_userId: { organizationId: id(), userId } };
      await db().organizationMember.update({ where, data: { source } });
      const item = expect.objectContaining({ user_id: userId, source });
      expect(listOf((await list()).body.items)).toContainEqual(item);
    },
  );
});

describe("a change of a member", () => {
  it("takes effect on their next request, even in an existing session", async () => {
    const { userId, ...session } = await member("developer");
    const person = { userId, ...session };
    const { status, body } = await change(userId, "auditor");
    expect([status, body.role]).toEqual([200, "auditor"]);
    expect((await change(userId, "owner", person)).status).toBe(403);
    expect((await list(person)).status).toBe(200);
    expect((await remove(userId)).body.user_id).toBe(userId);
    expect((await list(person)).status).toBe(404);
  });

  it("leaves nothing in the audit log when the role is already set", async () => {
    const person = await member("developer");
    expect((await change(person.userId, "developer")).status).toBe(200);
    expect(await auditRows()).toEqual([]);
  });

  it.each(["superuser", "", null, 1])("rejects the role %j", async (role) => {
    const { status, body } = await change((await member("developer")).userId, role);
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, "role"]);
  });

  it("applies to the organization's sandbox company too, unless it is rejected", async () => {
    const { organizationId, companyId } = organization();
    const person: MintedUser = await mintUser();
    const { userId } = person;
    await db().organizationMember.create({ data: { organizationId, userId, role: "developer" } });
    const sandboxRole = async () => {
      const where = { companyId_userId: { companyId, userId } };
      return (await db().companyMember.findUnique({ where }))?.role ?? null;
    };
    const roles: (string | null)[] = [];
    for (const role of ["admin", "auditor", "owner"]) {
      await change(userId, role);
      roles.push(await sandboxRole());
    }
    expect(roles).toEqual(["admin", null, "owner"]);
    expect((await remove(userId, await member("admin"))).status).toBe(403);
    expect(await sandboxRole()).toBe("owner");
    expect((await remove(userId)).status).toBe(200);
    expect(await sandboxRole()).toBeNull();
  });
});
