import { z } from "zod";
import { transaction } from "@/lib/core/db/client";
import { textInPath } from "@/lib/core/schemas/plain-text";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";
import { lockPeople, requireLocalPerson } from "@/lib/tenants/companies/people/lock-people";
import { peoplePage } from "@/lib/tenants/companies/people/people-page";
import {
  endMembership,
  requireCompanyAuthority,
} from "@/lib/tenants/companies/people/role-authority";

/** An owner or admin removes a person. Their online tokens for the company are denied from the next call on. */
export const removePerson = operation({
  id: "removePerson",
  route: "POST /company/{company_id}/people/{user_id}/remove",
  access: seller(),
  params: z.object({ user_id: textInPath }),
  returns: peoplePage(),
  async run({ caller: { session, company }, params: { user_id: id }, info }) {
    await transaction(async (tx) => {
      const { caller } = await lockPeople(tx, company.id, session.userId);
      const person = await requireLocalPerson(tx, company.id, id);
      requireCompanyAuthority(caller.role, person.role);
      const act = { action: "removed", by: caller.userId, info } as const;
      await endMembership(tx, company.id, person, act);
    });
    return notice("removed");
  },
});
