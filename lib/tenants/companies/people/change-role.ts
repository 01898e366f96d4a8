import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { readForm } from "@/lib/core/http/read-body";
import { endAuthority } from "@/lib/tenants/companies/people/end-authority";
import { lockPeople, requireLocalPerson } from "@/lib/tenants/companies/people/lock-people";
import { peopleForm } from "@/lib/tenants/companies/people/people-form";
import { updatePersonRole } from "@/lib/tenants/companies/people/repository";
import { requireCompanyAuthority } from "@/lib/tenants/companies/people/role-authority";
import { roleFormSchema } from "@/lib/tenants/companies/people/schemas";

/** POST `/company/{company_id}/people/{user_id}/role`: an owner or admin changes a person's role. */
export const changeCompanyRole = peopleForm(4, async ({ request, session, company, info, id }) => {
  const parsed = roleFormSchema.safeParse(await readForm(request));
  if (!parsed.success) return "not_allowed";
  const { role } = parsed.data;
  await transaction(async (tx) => {
    const { caller } = await lockPeople(tx, company.id, session.userId);
    const person = await requireLocalPerson(tx, company.id, id);
    requireCompanyAuthority(caller.role, person.role);
    requireCompanyAuthority(caller.role, role);
    if (role === person.role) return;
    await endAuthority(tx, company.id, person, role);
    await updatePersonRole(tx, company.id, id, role);
    await recordPlatformChange(tx, `user:${caller.userId}`, info, {
      action: "company_member.role_changed",
      target: `user:${id}`,
      before: { company_id: company.id, role: person.role },
      after: { company_id: company.id, role },
    });
  });
  return "role_changed";
});
