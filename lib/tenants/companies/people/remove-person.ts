import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { endAuthority } from "@/lib/tenants/companies/people/end-authority";
import { lockPeople, requireLocalPerson } from "@/lib/tenants/companies/people/lock-people";
import { peopleForm } from "@/lib/tenants/companies/people/people-form";
import { deletePerson } from "@/lib/tenants/companies/people/repository";
import { requireCompanyAuthority } from "@/lib/tenants/companies/people/role-authority";

/**
 * POST `/company/{company_id}/people/{user_id}/remove`: an owner or admin removes a person. Their online tokens for the
 * company are denied from the next call on.
 */
export const removePerson = peopleForm(4, async ({ session, company, info, id }) => {
  await transaction(async (tx) => {
    const { caller } = await lockPeople(tx, company.id, session.userId);
    const person = await requireLocalPerson(tx, company.id, id);
    requireCompanyAuthority(caller.role, person.role);
    await endAuthority(tx, company.id, person, null);
    await deletePerson(tx, company.id, id);
    await recordPlatformChange(tx, `user:${caller.userId}`, info, {
      action: "company_member.removed",
      target: `user:${id}`,
      before: { company_id: company.id, role: person.role },
    });
  });
  return "removed";
});
