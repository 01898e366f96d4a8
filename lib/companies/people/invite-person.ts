import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { addInvitation } from "@/lib/companies/people/add-invitation";
import { answerInvitation } from "@/lib/companies/people/answer-invitation";
import { lockPeople } from "@/lib/companies/people/lock-people";
import { peopleForm } from "@/lib/companies/people/people-form";
import { requireCompanyAuthority } from "@/lib/companies/people/role-authority";
import { inviteFormSchema } from "@/lib/companies/people/schemas";
import { newInvitationLink } from "@/lib/invitations/new-invitation-link";
import { transaction } from "@/lib/kernel/db/client";
import { readForm } from "@/lib/kernel/http/read-body";

/**
 * POST `/company/{company_id}/people/invite`: an owner or admin invites an email address to a role that is not above
 * their own.
 */
export const invitePerson = peopleForm(4, async ({ request, session, company, info }) => {
  const parsed = inviteFormSchema.safeParse(await readForm(request));
  if (!parsed.success) return "invalid_address";
  const { email, role } = parsed.data;
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
  return answerInvitation(request, company, row, invitationLink);
});
