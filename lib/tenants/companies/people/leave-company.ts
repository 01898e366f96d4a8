import { transaction } from "@/lib/core/db/client";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { lockPeople, requireLocalPerson } from "@/lib/tenants/companies/people/lock-people";
import { peoplePage } from "@/lib/tenants/companies/people/people-page";
import { endMembership } from "@/lib/tenants/companies/people/role-authority";

/** Ends the signed-in person's own membership, whatever their role. */
export const leaveCompany = operation({
  id: "leaveCompany",
  route: "POST /company/{company_id}/people/leave",
  access: seller(),
  returns: peoplePage(),
  async run({ caller: { session, company }, info }) {
    const { userId } = session;
    await transaction(async (tx) => {
      await lockPeople(tx, company.id, userId);
      const person = await requireLocalPerson(tx, company.id, userId);
      await endMembership(tx, company.id, person, { action: "left", by: userId, info });
    });
    return { to: "/" };
  },
});
