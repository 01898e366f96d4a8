import { lockOrganizations } from "@/lib/access/lock-organizations";
import { type Change, recordChange } from "@/lib/audit/record-change";
import { recordPlatformChanges } from "@/lib/audit/record-platform-change";
import { keepSandboxMember } from "@/lib/companies/keep-sandbox-member";
import { revokeInvitationsBeyond } from "@/lib/companies/people/end-authority";
import { type CompanyRole, isCompanyRole } from "@/lib/kernel/company-role-values";
import type { Database } from "@/lib/kernel/db/client";
import type { RequestInfo } from "@/lib/kernel/http/request-info";
import { isOrganizationRole, type OrganizationRole } from "@/lib/kernel/permissions";
import { setOperatorRole } from "@/lib/operators/set-operator-role";
import { revokeBeyondRole } from "@/lib/organizations/members/revoke-excess-access";
import type { ClaimedMembership, PersonClaims } from "@/lib/provider/claims/read-claims";
import {
  endClaimedCompany,
  endClaimedOrganization,
  findCompanyRoles,
  findOpenCompanies,
  findOrganizationRoles,
  findOrganizations,
  isOperatorClaimable,
  putClaimedCompany,
  putClaimedOrganization,
} from "@/lib/provider/claims/repository";

/**
 * Replaces the memberships that a person has by claims. Memberships of the directory and of this installation stay and
 * take precedence; companies and organizations that do not exist here, closed companies, and unknown roles are ignored.
 * @returns what was ignored: `company:42`, `organization:acme`
 */
export async function applyClaims(
  tx: Database,
  userId: string,
  claims: PersonClaims,
  info: RequestInfo,
): Promise<string[]> {
  const { companies, organizations, operatorRole } = claims;
  const ignored: string[] = [];
  const changes: Change[] = [];
  if (companies) {
    const applied = await applyCompanies(tx, userId, companies);
    ignored.push(...applied.ignored);
    changes.push(...applied.changes);
  }
  if (organizations) ignored.push(...(await applyOrganizations(tx, userId, organizations, info)));
  if (operatorRole) {
    const after = operatorRole === "none" ? null : operatorRole;
    changes.push(...(await applyOperator(tx, userId, after)));
  }
  // Last: until the end of the transaction, no one else can record a change of the platform.
  if (changes.length > 0) await recordPlatformChanges(tx, "provider:claims", info, changes);
  return ignored;
}

async function applyOperator(
  tx: Database,
  userId: string,
  after: "operator" | "support" | null,
): Promise<Change[]> {
  return (await isOperatorClaimable(tx, userId))
    ? setOperatorRole(tx, userId, after, "claims")
    : [];
}

async function applyCompanies(
  tx: Database,
  userId: string,
  claimed: readonly ClaimedMembership<number>[],
): Promise<{ ignored: string[]; changes: Change[] }> {
  const open = await findOpenCompanies(
    tx,
    claimed.map(({ id }) => id),
  );
  const { wanted, ignored } = select(claimed, open, isCompanyRole);
  const present = await findCompanyRoles(tx, userId);
  const changes: Change[] = [];
  for (const [id, { role, isClaimed }] of present) {
    const next = wanted.get(id) ?? null;
    if (!isClaimed || next === role) wanted.delete(id);
    else await revokeInvitationsBeyond(tx, id, userId, next);
    if (!isClaimed || next) continue;
    await endClaimedCompany(tx, id, userId);
    changes.push(companyChange(userId, id, role, null));
  }
  for (const [id, role] of wanted) {
    await putClaimedCompany(tx, id, userId, role);
    changes.push(companyChange(userId, id, present.get(id)?.role ?? null, role));
  }
  return { ignored: ignored.map((id) => `company:${id}`), changes };
}

function companyChange(
  userId: string,
  companyId: number,
  before: CompanyRole | null,
  after: CompanyRole | null,
): Change {
  const inCompany = (role: CompanyRole) => ({ company_id: companyId, role, source: "claims" });
  return {
    action: `company_${actionOf(before, after)}`,
    target: `user:${userId}`,
    ...(before && { before: inCompany(before) }),
    ...(after && { after: inCompany(after) }),
  };
}

async function applyOrganizations(
  tx: Database,
  userId: string,
  claimed: readonly ClaimedMembership<string>[],
  info: RequestInfo,
): Promise<string[]> {
  const known = await findOrganizations(
    tx,
    claimed.map(({ id }) => id),
  );
  const { wanted, ignored } = select(claimed, known, isOrganizationRole);
  const present = await findOrganizationRoles(tx, userId);
  const ids = [...new Set([...present.keys(), ...wanted.keys()])].sort();
  const changes = ids.flatMap((id) => {
    const before = present.get(id);
    const after = wanted.get(id) ?? null;
    const isSettled = before ? !before.isClaimed || before.role === after : after === null;
    return isSettled ? [] : [{ organizationId: id, userId, before: before?.role ?? null, after }];
  });
  await lockOrganizations(
    tx,
    changes.map(({ organizationId }) => organizationId),
  );
  for (const change of changes) await changeRole(tx, change, info);
  return ignored.map((id) => `organization:${id}`);
}

type RoleChange = {
  organizationId: string;
  userId: string;
  before: OrganizationRole | null;
  after: OrganizationRole | null;
};

async function changeRole(
  tx: Database,
  { organizationId, userId, before, after }: RoleChange,
  info: RequestInfo,
): Promise<void> {
  const caller = {
    kind: "user",
    organizationId,
    userId,
    role: after ?? before ?? "auditor",
  } as const;
  if (before) await revokeBeyondRole(tx, userId, after, { caller, info, revokeSecrets: true });
  if (after) await putClaimedOrganization(tx, organizationId, userId, after);
  else await endClaimedOrganization(tx, organizationId, userId);
  await keepSandboxMember(tx, organizationId, userId, after);
  await recordChange(tx, caller, info, {
    action: actionOf(before, after),
    target: `user:${userId}`,
    ...(before && { before: { role: before, source: "claims" } }),
    ...(after && { after: { role: after, source: "claims" } }),
  });
}

function actionOf(before: string | null, after: string | null): string {
  if (!before) return "member.joined";
  return after ? "member.role_changed" : "member.removed";
}

/** Sorts claims into those that name something known with a known role, and the others. */
function select<Id, Role extends CompanyRole | OrganizationRole>(
  claimed: readonly ClaimedMembership<Id>[],
  known: ReadonlySet<Id>,
  isRole: (text: string) => text is Role,
): { wanted: Map<Id, Role>; ignored: Id[] } {
  const wanted = new Map<Id, Role>();
  const ignored: Id[] = [];
  for (const { id, role } of claimed) {
    if (known.has(id) && isRole(role)) wanted.set(id, role);
    else ignored.push(id);
  }
  return { wanted, ignored };
}
