import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { textInPath } from "@/lib/core/schemas/plain-text";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";
import { lockPeople } from "@/lib/tenants/companies/people/lock-people";
import { peoplePage } from "@/lib/tenants/companies/people/people-page";
import { requireCompanyAuthority } from "@/lib/tenants/companies/people/role-authority";
import {
  requireOpenInvitation,
  revokeInvitationRow,
} from "@/lib/tenants/invitations/invitation-rows";

/** Ends an invitation's link. */
export const revokeCompanyInvitation = operation({
  id: "revokeCompanyInvitation",
  route: "POST /company/{company_id}/people/invitations/{invitation_id}/revoke",
  access: seller(),
  params: z.object({ invitation_id: textInPath }),
  returns: peoplePage(),
  async run({ caller: { session, company }, params: { invitation_id: id }, info }) {
    const tenant = { kind: "company", id: company.id } as const;
    await transaction(async (tx) => {
      const { caller } = await lockPeople(tx, company.id, session.userId);
      const openInvitation = await requireOpenInvitation(tx, tenant, id);
      requireCompanyAuthority(caller.role, openInvitation.role);
      // It may have been accepted since it was read.
      await revokeInvitationRow(tx, tenant, id);
      await recordPlatformChange(tx, `user:${caller.userId}`, info, {
        action: "company_invitation.revoked",
        target: `invitation:${id}`,
        before: { company_id: company.id, email: openInvitation.email, role: openInvitation.role },
      });
    });
    return notice("invitation_revoked");
  },
});
