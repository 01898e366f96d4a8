import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { companyRoles } from "@/lib/core/company-role-values";
import { transaction } from "@/lib/core/db/client";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { lockPeople } from "@/lib/tenants/companies/people/lock-people";
import { answerInvitation, peoplePage } from "@/lib/tenants/companies/people/people-page";
import { requireCompanyAuthority } from "@/lib/tenants/companies/people/role-authority";
import { addInvitation } from "@/lib/tenants/invitations/add-invitation";
import { newInvitationLink } from "@/lib/tenants/invitations/invitation";
import { invitedEmailSchema } from "@/lib/tenants/invitations/schemas";

/** The form that changes a person's role in a company. */
export const roleFormSchema = z.object({ role: z.enum(companyRoles) });

/** The form that invites a person to a company. */
const inviteFormSchema = roleFormSchema.extend({ email: invitedEmailSchema });

/** An owner or admin invites an email address to a role that is not above their own. */
export const invitePerson = operation({
  id: "invitePerson",
  route: "POST /company/{company_id}/people/invite",
  access: seller(),
  body: inviteFormSchema,
  returns: peoplePage("invalid_address"),
  async run({ caller: { session, company }, body: { email, role }, info, locale }) {
    const tenant = { kind: "company", id: company.id } as const;
    const invitationLink = newInvitationLink();
    const row = await transaction(async (tx) => {
      const { caller } = await lockPeople(tx, company.id, session.userId);
      requireCompanyAuthority(caller.role, role);
      const offer = { email, role, invitedBy: caller.userId };
      const newInvitation = await addInvitation(tx, tenant, offer, invitationLink);
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
