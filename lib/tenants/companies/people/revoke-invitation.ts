import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { lockPeople } from "@/lib/tenants/companies/people/lock-people";
import { noSuchInvitation } from "@/lib/tenants/companies/people/no-such-invitation";
import { peopleForm } from "@/lib/tenants/companies/people/people-form";
import { requireCompanyAuthority } from "@/lib/tenants/companies/people/role-authority";
import { findOpenInvitation, revokeInvitationRow } from "@/lib/tenants/invitations/invitation-rows";

/** POST `/company/{company_id}/people/invitations/{invitation_id}/revoke`: ends an invitation's link. */
export const revokeCompanyInvitation = peopleForm(5, async ({ session, company, info, id }) => {
  const tenant = { kind: "company", id: company.id } as const;
  await transaction(async (tx) => {
    const { caller } = await lockPeople(tx, company.id, session.userId);
    const openInvitation = await findOpenInvitation(tx, tenant, id);
    if (!openInvitation) throw noSuchInvitation();
    requireCompanyAuthority(caller.role, openInvitation.role);
    // It may have been accepted since it was read.
    if (!(await revokeInvitationRow(tx, tenant, id))) throw noSuchInvitation();
    await recordPlatformChange(tx, `user:${caller.userId}`, info, {
      action: "company_invitation.revoked",
      target: `invitation:${id}`,
      before: { company_id: company.id, email: openInvitation.email, role: openInvitation.role },
    });
  });
  return "invitation_revoked";
});
