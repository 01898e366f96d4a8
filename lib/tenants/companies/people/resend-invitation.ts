import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { textInPath } from "@/lib/core/schemas/plain-text";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { lockPeople } from "@/lib/tenants/companies/people/lock-people";
import { answerInvitation, peoplePage } from "@/lib/tenants/companies/people/people-page";
import { requireCompanyAuthority } from "@/lib/tenants/companies/people/role-authority";
import { newInvitationLink } from "@/lib/tenants/invitations/invitation";
import { renewInvitation, requireOpenInvitation } from "@/lib/tenants/invitations/invitation-rows";

/** Replaces the link of an invitation and sends the new one. From now on the caller counts as its sender. */
export const resendCompanyInvitation = operation({
  id: "resendCompanyInvitation",
  route: "POST /company/{company_id}/people/invitations/{invitation_id}/resend",
  access: seller(),
  params: z.object({ invitation_id: textInPath }),
  returns: peoplePage(),
  async run({ caller: { session, company }, params: { invitation_id: id }, info, locale }) {
    const tenant = { kind: "company", id: company.id } as const;
    const invitationLink = newInvitationLink();
    const row = await transaction(async (tx) => {
      const { caller } = await lockPeople(tx, company.id, session.userId);
      const openInvitation = await requireOpenInvitation(tx, tenant, id);
      requireCompanyAuthority(caller.role, openInvitation.role);
      const link = { ...invitationLink.stored, invitedBy: caller.userId };
      const renewed = await renewInvitation(tx, tenant, id, link);
      await recordPlatformChange(tx, `user:${caller.userId}`, info, {
        action: "company_invitation.resent",
        target: `invitation:${id}`,
        after: { company_id: company.id, email: openInvitation.email, role: openInvitation.role },
      });
      return renewed;
    });
    return answerInvitation(locale, company, row, invitationLink);
  },
});
