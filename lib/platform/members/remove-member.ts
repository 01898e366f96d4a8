import { type Database, transaction } from "@/lib/core/db/client";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { membersOfCompany, membersOfOrganization } from "@/lib/platform/members/member";
import { companyMembers, organizationMembers } from "@/lib/platform/members/member-operations";
import { removeMembership } from "@/lib/platform/members/repository";
import { recordEverywhere } from "@/lib/platform/record-everywhere";
import { found } from "@/lib/platform/resource";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { revokeBeyondRole, revokeInvitationsBeyond } from "@/lib/tenants/people/people-editor";

/**
 * Ends a company's membership. Online tokens of the person for the company stop with it, because a bearer check requires
 * the membership. The directory decides who belongs to a company, so that it may remove the last owner.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const removeCompanyMember = operation({
  ...companyMembers.remove,
  async run(context) {
    const { company_id: id, external_id: externalId } = context.params;
    const members = membersOfCompany(id);
    const row = await transaction((tx) =>
      endMembership(tx, members, externalId, context, (userId) =>
        revokeInvitationsBeyond(tx, { kind: "company", id }, userId, null),
      ),
    );
    return { body: members.serialize(row) };
  },
});

/**
 * Ends an organization's membership, also that of the last owner: the directory decides who belongs to an organization.
 * Online tokens stop with it, and secrets that the person has seen are revoked if their clients have permissions.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const removeOrganizationMember = operation({
  ...organizationMembers.remove,
  async run(context) {
    const { params, caller, info } = context;
    const { organization_id: organizationId, external_id: externalId } = params;
    const members = membersOfOrganization(organizationId);
    const by = { kind: "platform", organizationId, actor: platformActor(caller) } as const;
    const row = await transaction(async (tx) => {
      await lockOrganizations(tx, [organizationId]);
      return endMembership(tx, members, externalId, context, async (userId) => {
        await revokeBeyondRole(tx, userId, null, { caller: by, info, revokeSecrets: true });
        await keepSandboxMember(tx, organizationId, userId, null);
      });
    });
    return { body: members.serialize(row) };
  },
});

/** @param endAccess ends what the membership gave besides */
async function endMembership(
  tx: Database,
  members: ReturnType<typeof membersOfCompany | typeof membersOfOrganization>,
  externalId: string,
  { caller, info }: Pick<CallContext<"platform">, "caller" | "info">,
  endAccess: (userId: string) => Promise<void>,
) {
  const row = found(members, await removeMembership(tx, members.of, externalId));
  await endAccess(row.userId);
  const organizationId = members.of.kind === "organization" ? members.of.id : undefined;
  await recordEverywhere(
    tx,
    { caller, info, organizationId },
    {
      action: `${members.kind}.removed`,
      target: members.targetOf(row),
      before: { ...members.context, role: row.role },
    },
  );
  return row;
}
