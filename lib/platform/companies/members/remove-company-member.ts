import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { companyMembers } from "@/lib/platform/companies/members/operations";
import { serializeCompanyMember } from "@/lib/platform/companies/members/serialize";
import { noSuchMember } from "@/lib/platform/members/no-such-member";
import { removeMembership } from "@/lib/platform/members/repository";
import { revokeInvitationsBeyond } from "@/lib/tenants/companies/people/end-authority";

/**
 * Ends a company's membership. Online tokens of the person for the company stop with it, because a bearer check requires
 * the membership. The directory decides who belongs to a company, so that it may remove the last owner.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const removeCompanyMember = operation({
  ...companyMembers.remove,
  async run({ params, caller, info }) {
    const { company_id, external_id } = params;
    const row = await transaction(async (tx) => {
      const formerMember = await removeMembership(
        tx,
        { kind: "company", id: company_id },
        external_id,
      );
      if (!formerMember) throw noSuchMember();
      await revokeInvitationsBeyond(tx, company_id, formerMember.userId, null);
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "company_member.removed",
        target: `user:${formerMember.userId}`,
        before: { company_id, role: formerMember.role },
      });
      return formerMember;
    });
    return { body: serializeCompanyMember(company_id, row) };
  },
});
