import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { textInPath } from "@/lib/core/schemas/plain-text";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";
import { roleFormSchema } from "@/lib/tenants/companies/people/invite-person";
import { lockPeople, requireLocalPerson } from "@/lib/tenants/companies/people/lock-people";
import { peoplePage } from "@/lib/tenants/companies/people/people-page";
import {
  endAuthority,
  requireCompanyAuthority,
} from "@/lib/tenants/companies/people/role-authority";
import { updateRole } from "@/lib/tenants/members/repository";

/** An owner or admin changes a person's role. */
export const changeCompanyRole = operation({
  id: "changeCompanyRole",
  route: "POST /company/{company_id}/people/{user_id}/role",
  access: seller(),
  params: z.object({ user_id: textInPath }),
  body: roleFormSchema,
  returns: peoplePage("not_allowed"),
  async run({ caller: { session, company }, params: { user_id: id }, body: { role }, info }) {
    const tenant = { kind: "company", id: company.id } as const;
    await transaction(async (tx) => {
      const { caller } = await lockPeople(tx, company.id, session.userId);
      const person = await requireLocalPerson(tx, company.id, id);
      requireCompanyAuthority(caller.role, person.role);
      requireCompanyAuthority(caller.role, role);
      if (role === person.role) return;
      await endAuthority(tx, company.id, person, role);
      await updateRole(tx, tenant, id, role);
      await recordPlatformChange(tx, `user:${caller.userId}`, info, {
        action: "company_member.role_changed",
        target: `user:${id}`,
        before: { company_id: company.id, role: person.role },
        after: { company_id: company.id, role },
      });
    });
    return notice("role_changed");
  },
});
