import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { type CompanyRole, companyRoles } from "@/lib/core/company-role-values";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { PersonRow } from "@/lib/tenants/companies/people/repository";
import { revokeInvitationsFrom } from "@/lib/tenants/invitations/invitation-rows";
import { keepLastOwner } from "@/lib/tenants/members/keep-last-owner";
import { PeopleError } from "@/lib/tenants/members/people-error";
import { deleteMember } from "@/lib/tenants/members/repository";

const WITHIN: Readonly<Record<CompanyRole, readonly CompanyRole[]>> = {
  owner: companyRoles,
  admin: ["admin", "staff"],
  staff: [],
};

/** The roles that a member may give and take: an admin can neither make nor remove owners. */
export function companyRolesWithin(role: CompanyRole): readonly CompanyRole[] {
  return WITHIN[role];
}

/**
 * Rejects changes to roles that a member may not give or take.
 * @throws ServiceError forbidden
 */
export function requireCompanyAuthority(role: CompanyRole, changedRole: CompanyRole): void {
  if (companyRolesWithin(role).includes(changedRole)) return;
  throw new PeopleError(
    "forbidden",
    "not_allowed",
    `Your role "${role}" cannot give or take the role "${changedRole}". Ask an owner of the company.`,
  );
}

/**
 * Before a person's role changes or ends: keeps the last owner, and revokes open invitations that they sent and could no
 * longer send, since they may know the links. The company must be locked.
 * @param next the new role, or null
 * @throws ServiceError conflict for the last owner
 */
export async function endAuthority(
  tx: Database,
  companyId: number,
  person: PersonRow,
  next: CompanyRole | null,
): Promise<void> {
  await keepLastOwner(tx, { kind: "company", id: companyId }, person, next);
  await revokeInvitationsBeyond(tx, companyId, person.userId, next);
}

/** Ends a person's membership, and first their authority. @throws ServiceError conflict for the last owner */
export async function endMembership(
  tx: Database,
  companyId: number,
  person: PersonRow,
  act: { action: "left" | "removed"; by: string; info: RequestInfo },
): Promise<void> {
  const { userId, role } = person;
  await endAuthority(tx, companyId, person, null);
  await deleteMember(tx, { kind: "company", id: companyId }, userId);
  await recordPlatformChange(tx, `user:${act.by}`, act.info, {
    action: `company_member.${act.action}`,
    target: `user:${userId}`,
    before: { company_id: companyId, role },
  });
}

/**
 * Revokes the open invitations that a person sent and could not send in another role, since they may know the links.
 * @param next the other role, or null for none
 */
export async function revokeInvitationsBeyond(
  tx: Database,
  companyId: number,
  userId: string,
  next: CompanyRole | null,
): Promise<void> {
  const within = next ? companyRolesWithin(next) : [];
  await revokeInvitationsFrom(tx, { kind: "company", id: companyId }, userId, within);
}
