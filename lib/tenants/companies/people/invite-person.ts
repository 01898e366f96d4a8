import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { addInvitation } from "@/lib/tenants/companies/people/add-invitation";
import { answerInvitation } from "@/lib/tenants/companies/people/answer-invitation";
import { lockPeople } from "@/lib/tenants/companies/people/lock-people";
import { peoplePage } from "@/lib/tenants/companies/people/people-page";
import { requireCompanyAuthority } from "@/lib/tenants/companies/people/role-authority";
import { inviteFormSchema } from "@/lib/tenants/companies/people/schemas";
import { newInvitationLink } from "@/lib/tenants/invitations/new-invitation-link";

/** An owner or admin invites an email address to a role that is not above their own. */
export const invitePerson = operation({
  id: "invitePerson",
  route: "POST /company/{company_id}/people/invite",
  access: seller(),
  body: inviteFormSchema,
  returns: peoplePage("invalid_address"),
  async run({ caller: { session, company }, body: { email, role }, info, locale }) {
    const invitationLink = newInvitationLink();
    const row = await transaction(async (tx) => {
      const { caller } = await lockPeople(tx, company.id, session.userId);
      requireCompanyAuthority(caller.role, role);
      const offer = { email, role, invitedBy: caller.userId };
      const newInvitation = await addInvitation(tx, company.id, offer, invitationLink);
      await recordPlatformChange(tx, `user:${caller.userId}`, info, {
        action: "company_invitation.created",
        target: `invitation:${newInvitation.id}`,
        after: { company_id: company.id, email, role },
      });
      return newInvitation;
    });
    return answerInvitation(locale, company, row, invitationLink);
  },
});
