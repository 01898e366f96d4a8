import type { Database } from "@/lib/core/db/client";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { type MemberRow, removeMembership } from "@/lib/platform/members/repository";
import type { PlatformOrigin } from "@/lib/platform/record-everywhere";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { revokeBeyondRole, revokeInvitationsBeyond } from "@/lib/tenants/people/people-editor";

/**
 * Ends a company's membership. Online tokens of the person for the company stop with it, because a bearer check requires
 * the membership. The directory decides who belongs to a company, so that it may remove the last owner.
 * @returns the former member, or null if there was none
 */
export async function endCompanyMembership(
  tx: Database,
  id: number,
  externalId: string,
): Promise<MemberRow | null> {
  const of = { kind: "company", id } as const;
  const row = await removeMembership(tx, of, externalId);
  if (row) await revokeInvitationsBeyond(tx, of, row.userId, null);
  return row;
}

/**
 * Ends an organization's membership, also that of the last owner: the directory decides who belongs to an organization.
 * Online tokens stop with it, and secrets that the person has seen are revoked if their clients have permissions.
 * @returns the former member, or null if there was none
 */
export async function endOrganizationMembership(
  tx: Database,
  id: string,
  externalId: string,
  { actor, info }: PlatformOrigin,
): Promise<MemberRow | null> {
  await lockOrganizations(tx, [id]);
  const row = await removeMembership(tx, { kind: "organization", id }, externalId);
  if (!row) return null;
  const caller = { kind: "platform", organizationId: id, actor } as const;
  await revokeBeyondRole(tx, row.userId, null, { caller, info, revokeSecrets: true });
  await keepSandboxMember(tx, id, row.userId, null);
  return row;
}
