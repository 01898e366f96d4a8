import { transaction } from "@/lib/core/db/client";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { noSuchMember } from "@/lib/platform/members/no-such-member";
import { removeMembership } from "@/lib/platform/members/repository";
import { organizationMembers } from "@/lib/platform/organizations/members/operations";
import { serializeOrganizationMember } from "@/lib/platform/organizations/members/serialize";
import { recordEverywhere } from "@/lib/platform/record-everywhere";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { revokeBeyondRole } from "@/lib/tenants/organizations/members/revoke-excess-access";

/**
 * Ends an organization's membership, also that of the last owner: the directory decides who belongs to an organization.
 * Online tokens stop with it, and secrets that the person has seen are revoked if their clients have permissions.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const removeOrganizationMember = operation({
  ...organizationMembers.remove,
  async run({ params, caller, info }) {
    const { organization_id: organizationId, external_id } = params;
    const row = await transaction(async (tx) => {
      await lockOrganizations(tx, [organizationId]);
      const of = { kind: "organization", id: organizationId } as const;
      const formerMember = await removeMembership(tx, of, external_id);
      if (!formerMember) throw noSuchMember();
      const by = { kind: "platform", organizationId, actor: platformActor(caller) } as const;
      const decision = { caller: by, info, revokeSecrets: true };
      await revokeBeyondRole(tx, formerMember.userId, null, decision);
      await keepSandboxMember(tx, organizationId, formerMember.userId, null);
      await recordEverywhere(
        tx,
        { caller, info, organizationId },
        {
          action: "organization_member.removed",
          target: `user:${formerMember.userId}`,
          before: { organization_id: organizationId, role: formerMember.role },
        },
      );
      return formerMember;
    });
    return { body: serializeOrganizationMember(organizationId, row) };
  },
});
