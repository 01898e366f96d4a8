import { lockOrganizations } from "@/lib/access/lock-organizations";
import { platformActor } from "@/lib/access/platform-caller";
import { keepSandboxMember } from "@/lib/companies/keep-sandbox-member";
import { noSuchMember } from "@/lib/directory/members/no-such-member";
import { removeMembership } from "@/lib/directory/members/repository";
import { organizationMembers } from "@/lib/directory/organizations/members/operations";
import { serializeOrganizationMember } from "@/lib/directory/organizations/members/serialize";
import { recordEverywhere } from "@/lib/directory/record-everywhere";
import { transaction } from "@/lib/kernel/db/client";
import { operation } from "@/lib/operation/operation";
import { revokeBeyondRole } from "@/lib/organizations/members/revoke-excess-access";

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
