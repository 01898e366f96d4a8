import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { redirectResponse } from "@/lib/core/http/responses";
import { endAuthority } from "@/lib/tenants/companies/people/end-authority";
import { lockPeople, requireLocalPerson } from "@/lib/tenants/companies/people/lock-people";
import { peopleForm } from "@/lib/tenants/companies/people/people-form";
import { deletePerson } from "@/lib/tenants/companies/people/repository";

/** POST `/company/{company_id}/people/leave`: ends the signed-in person's own membership, whatever their role. */
export const leaveCompany = peopleForm(4, async ({ session, company, info }) => {
  const { userId } = session;
  await transaction(async (tx) => {
    await lockPeople(tx, company.id, userId);
    const person = await requireLocalPerson(tx, company.id, userId);
    await endAuthority(tx, company.id, person, null);
    await deletePerson(tx, company.id, userId);
    await recordPlatformChange(tx, `user:${userId}`, info, {
      action: "company_member.left",
      target: `user:${userId}`,
      before: { company_id: company.id, role: person.role },
    });
  });
  return redirectResponse(303, "/");
});
