import type { Database } from "@/lib/core/db/client";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import type { MemberRow } from "@/lib/platform/members/repository";
import { storeMember } from "@/lib/platform/members/store-member";
import { noSuchOrganization } from "@/lib/platform/organizations/no-such-organization";
import { findOrganization } from "@/lib/platform/organizations/repository";
import type { OrganizationMemberFields } from "@/lib/platform/organizations/schemas";
import type { PlatformOrigin } from "@/lib/platform/record-everywhere";
import type { Stored } from "@/lib/platform/stored";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { revokeBeyondRole } from "@/lib/tenants/organizations/members/revoke-excess-access";

/**
 * Creates or changes an organization's member, and the person if they are new. Fields that are not sent stay the same. A
 * changed role revokes what it no longer allows: invitations the person sent, and secrets they have seen.
 * @param by the name under which the organization's audit log records revoked secrets
 * @throws ServiceError not_found for an unknown organization; invalid_request for a new member without a role; conflict
 * for an operator's own fields, and the email address of an account with a password
 */
export async function storeOrganizationMember(
  tx: Database,
  organizationId: string,
  externalId: string,
  fields: OrganizationMemberFields,
  by: PlatformOrigin,
): Promise<Stored<MemberRow>> {
  const of = { kind: "organization", id: organizationId } as const;
  const caller = { kind: "platform", organizationId, actor: by.actor } as const;
  await lockOrganizations(tx, [organizationId]);
  return storeMember(tx, of, externalId, fields, {
    explainMissing: async () =>
      (await findOrganization(organizationId, tx)) ? null : noSuchOrganization(),
    onNewRole: async (userId, isNew) => {
      const role = fields.role ?? null;
      if (!isNew) {
        const decision = { caller, info: by.info, revokeSecrets: true };
        await revokeBeyondRole(tx, userId, role, decision);
      }
      await keepSandboxMember(tx, organizationId, userId, role);
    },
  });
}
