import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import {
  changeCompanyRole,
  invitePerson,
  removePerson,
  revokeCompanyInvitation,
} from "@/lib/tenants/companies/people/people";
import type { PeopleNotice } from "@/lib/tenants/people/values";
import { type MintedUser, mintCompany, mintCompanyMember } from "@/test/factories/mint";
import { mintCompanyInvitation } from "@/test/factories/mint-invitation";
import { locationOf, sendForm } from "@/test/requests/send-form";

let companyId: number;
let owner: MintedUser;
let staff: MintedUser;

beforeEach(async () => {
  ({ companyId, seller: owner } = await mintCompany());
  staff = await mintCompanyMember(companyId, "staff");
});

const send = async (
  form: Parameters<typeof sendForm>[0],
  as: MintedUser,
  { params = {}, fields = {} }: { params?: object; fields?: Record<string, string> } = {},
) => locationOf(await sendForm(form, { as, params: { company_id: companyId, ...params }, fields }));
const pageWith = (notice: PeopleNotice) => `/company/${companyId}/people?notice=${notice}`;
const invite = (as: MintedUser, email: string, role: string) =>
  send(invitePerson, as, { fields: { email, role } });

describe("the people of a company", () => {
  it("can change nothing as staff, not even their own role", async () => {
    const { invitationId: invitation_id } = await mintCompanyInvitation(companyId);
    for (const location of [
      await invite(staff, "asha@example.com", "staff"),
      await send(changeCompanyRole, staff, {
        params: { user_id: staff.userId },
        fields: { role: "admin" },
      }),
      await send(removePerson, staff, { params: { user_id: owner.userId } }),
      await send(revokeCompanyInvitation, staff, { params: { invitation_id } }),
    ])
      expect(location).toBe(pageWith("not_allowed"));
    const members = await db().companyMember.findMany({ where: { companyId } });
    expect(members.map(({ role }) => role).toSorted()).toEqual(["owner", "staff"]);
    expect(await db().companyInvitation.count({ where: { companyId, revokedAt: null } })).toBe(1);
  });

  it.each([
    ["a malformed address", "not-an-address", "staff"],
    ["an unknown role", "asha@example.com", "developer"],
  ])("cannot invite %s", async (_what, email, role) => {
    expect(await invite(owner, email, role)).toBe(pageWith("invalid_address"));
    expect(await db().companyInvitation.count({ where: { companyId } })).toBe(0);
  });

  it("cannot invite once the platform has closed the company", async () => {
    await db().company.update({ where: { id: companyId }, data: { status: "closed" } });
    expect(await invite(owner, "asha@example.com", "staff")).toBe(pageWith("company_closed"));
  });

  it("leave a change of their roles in the platform's audit log", async () => {
    const { userId: user_id } = staff;
    await send(changeCompanyRole, owner, { params: { user_id }, fields: { role: "admin" } });
    const where = { organizationId: null, target: `user:${user_id}` };
    expect(await db().auditRow.findMany({ where })).toMatchObject([
      { actor: `user:${owner.userId}`, action: "company_member.role_changed" },
    ]);
  });
});
