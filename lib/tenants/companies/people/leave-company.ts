import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { lockPeople, requireLocalPerson } from "@/lib/tenants/companies/people/lock-people";
import { peoplePage } from "@/lib/tenants/companies/people/people-page";
import { deleteMember } from "@/lib/tenants/members/repository";
import { endAuthority } from "@/lib/tenants/companies/people/role-authority";

/** Ends the signed-in person's own membership, whatever their role. */
export const leaveCompany = operation({
  id: "leaveCompany",
  route: "POST /company/{company_id}/people/leave",
  access: seller(),
  returns: peoplePage(),
  async run({ caller: { session, company }, info }) {
    const { userId } = session;
    const tenant = { kind: "company", id: company.id } as const;
    await transaction(async (tx) => {
      await lockPeople(tx, company.id, userId);
      const person = await requireLocalPerson(tx, company.id, userId);
      await endAuthority(tx, company.id, person, null);
      await deleteMember(tx, tenant, userId);
      await recordPlatformChange(tx, `user:${userId}`, info, {
        action: "company_member.left",
        target: `user:${userId}`,
        before: { company_id: company.id, role: person.role },
      });
    });
    return { to: "/" };
  },
});
