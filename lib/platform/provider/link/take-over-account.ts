import { type Change, recordChange } from "@/lib/audit/record-change";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { findOrganizationRoles } from "@/lib/platform/provider/claims/repository";
import { moveKnowledge, moveMemberships } from "@/lib/platform/provider/link/repository";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { revokeBeyondRole } from "@/lib/tenants/people/people-editor";

type People = { from: string; to: string };

/**
 * Lets a person take over the memberships of another account of theirs, the secrets that it has seen, and the invitations
 * that it sent. Memberships that the person has already stay; what the account could do beyond them ends.
 * @returns what the platform's audit log records
 */
export async function takeOverAccount(
  tx: Database,
  people: People,
  info: RequestInfo,
): Promise<Change> {
  const { from, to } = people;
  const [theirs, own] = [
    await findOrganizationRoles(tx, from),
    await findOrganizationRoles(tx, to),
  ];
  await lockOrganizations(tx, [...theirs.keys()]);
  for (const [organizationId, { role }] of theirs) {
    const keptRole = own.get(organizationId)?.role ?? null;
    await endMembership(tx, people, { organizationId, role, kept: keptRole }, info);
  }
  const companyIds = await moveMemberships(tx, from, to);
  await moveKnowledge(tx, from, to);
  // What moved of sandbox companies may not fit the role that the person has.
  for (const organizationId of theirs.keys()) {
    const role = own.get(organizationId)?.role;
    if (role) await keepSandboxMember(tx, organizationId, to, role);
  }
  return {
    action: "user.linked",
    target: `user:${to}`,
    before: { user_id: from },
    after: { company_ids: companyIds, organization_ids: [...theirs.keys()] },
  };
}

/** @param membership `kept` is the role that the person has there already, which then stays */
async function endMembership(
  tx: Database,
  { from, to }: People,
  membership: { organizationId: string; role: OrganizationRole; kept: OrganizationRole | null },
  info: RequestInfo,
): Promise<void> {
  const { organizationId, role, kept } = membership;
  const caller = { kind: "user", organizationId, userId: to, role: kept ?? role } as const;
  await revokeBeyondRole(tx, from, kept ?? role, { caller, info, revokeSecrets: true });
  await recordChange(tx, caller, info, {
    action: "member.removed",
    target: `user:${from}`,
    before: { role },
  });
  if (kept) return;
  await recordChange(tx, caller, info, {
    action: "member.joined",
    target: `user:${to}`,
    after: { role },
  });
}
