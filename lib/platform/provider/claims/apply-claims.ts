import { type Change, recordChange } from "@/lib/audit/record-change";
import { recordPlatformChanges } from "@/lib/audit/record-platform-change";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { isOrganizationRole, type OrganizationRole } from "@/lib/core/permissions/permissions";
import { type CompanyRole, isCompanyRole } from "@/lib/core/values/company-role-values";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { setOperatorRole } from "@/lib/platform/operators/set-operator-role";
import type { ClaimedMembership, PersonClaims } from "@/lib/platform/provider/claims/read-claims";
import {
  endCompanyMembership,
  endOrganizationMembership,
  findCompanyRoles,
  findOpenCompanies,
  findOrganizationRoles,
  findOrganizations,
  isOperatorClaimable,
  type Membership,
  putClaimedCompany,
  putClaimedOrganization,
} from "@/lib/platform/provider/claims/repository";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { revokeBeyondRole, revokeInvitationsBeyond } from "@/lib/tenants/people/people-editor";

/** The person, and which of their memberships may change or end, by their sources. */
type Holder = { userId: string; sources: readonly Membership<unknown>["source"][] };

type Memberships = Pick<PersonClaims, "companies" | "organizations" | "operatorRole">;

const NOTHING: Memberships = { companies: [], organizations: [], operatorRole: "none" };

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
  const holder = { userId, sources: ["claims"] } as const;
  const { changes, ignored } = await applyTo(tx, holder, claims, info);
  // Last: until the end of the transaction, no one else can record a change of the platform.
  if (changes.length > 0) await recordPlatformChanges(tx, "provider:claims", info, changes);
  return ignored;
}

/**
 * Ends all that the platform gave a person who is no longer linked to it: memberships of the directory and of claims, also
 * that of a last owner, a role as an operator by claims, and what depends on them.
 * @returns what the platform's audit log records
 */
export async function endPlatformAccess(
  tx: Database,
  userId: string,
  info: RequestInfo,
): Promise<Change[]> {
  const holder = { userId, sources: ["claims", "directory"] } as const;
  return (await applyTo(tx, holder, NOTHING, info)).changes;
}

async function applyTo(
  tx: Database,
  holder: Holder,
  { companies, organizations, operatorRole }: Memberships,
  info: RequestInfo,
): Promise<{ changes: Change[]; ignored: string[] }> {
  const ignored: string[] = [];
  const changes: Change[] = [];
  if (companies) {
    const applied = await applyCompanies(tx, holder, companies);
    ignored.push(...applied.ignored);
    changes.push(...applied.changes);
  }
  if (organizations) ignored.push(...(await applyOrganizations(tx, holder, organizations, info)));
  if (operatorRole) {
    const after = operatorRole === "none" ? null : operatorRole;
    changes.push(...(await applyOperator(tx, holder.userId, after)));
  }
  return { changes, ignored };
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
  { userId, sources }: Holder,
  claimed: readonly ClaimedMembership<number>[],
): Promise<{ ignored: string[]; changes: Change[] }> {
  const openCompanies = await findOpenCompanies(
    tx,
    claimed.map(({ id }) => id),
  );
  const { wanted, ignored } = select(claimed, openCompanies, isCompanyRole);
  const present = await findCompanyRoles(tx, userId);
  const changes: Change[] = [];
  for (const [id, before] of present) {
    const next = wanted.get(id) ?? null;
    const isFixed = !sources.includes(before.source);
    if (isFixed || next === before.role) wanted.delete(id);
    else await revokeInvitationsBeyond(tx, { kind: "company", id }, userId, next);
    if (isFixed || next) continue;
    await endCompanyMembership(tx, id, userId, sources);
    changes.push(companyChange(userId, id, before, null));
  }
  for (const [id, role] of wanted) {
    await putClaimedCompany(tx, id, userId, role);
    changes.push(companyChange(userId, id, present.get(id) ?? null, { role, source: "claims" }));
  }
  return { ignored: ignored.map((id) => `company:${id}`), changes };
}

function companyChange(
  userId: string,
  companyId: number,
  before: Membership<CompanyRole> | null,
  after: Membership<CompanyRole> | null,
): Change {
  return {
    action: `company_${actionOf(before, after)}`,
    target: `user:${userId}`,
    ...(before && { before: { company_id: companyId, ...before } }),
    ...(after && { after: { company_id: companyId, ...after } }),
  };
}

async function applyOrganizations(
  tx: Database,
  { userId, sources }: Holder,
  claimed: readonly ClaimedMembership<string>[],
  info: RequestInfo,
): Promise<string[]> {
  const knownOrganizations = await findOrganizations(
    tx,
    claimed.map(({ id }) => id),
  );
  const { wanted, ignored } = select(claimed, knownOrganizations, isOrganizationRole);
  const present = await findOrganizationRoles(tx, userId);
  const ids = [...new Set([...present.keys(), ...wanted.keys()])].sort();
  const changes = ids.flatMap((id) => {
    const before = present.get(id) ?? null;
    const after = wanted.get(id) ?? null;
    const isFixed = before !== null && !sources.includes(before.source);
    const isSettled = isFixed || (before?.role ?? null) === after;
    return isSettled ? [] : [{ organizationId: id, userId, sources, before, after }];
  });
  await lockOrganizations(
    tx,
    changes.map(({ organizationId }) => organizationId),
  );
  for (const change of changes) await changeRole(tx, change, info);
  return ignored.map((id) => `organization:${id}`);
}

type RoleChange = Holder & {
  organizationId: string;
  before: Membership<OrganizationRole> | null;
  after: OrganizationRole | null;
};

async function changeRole(
  tx: Database,
  { organizationId, userId, sources, before, after }: RoleChange,
  info: RequestInfo,
): Promise<void> {
  const caller = {
    kind: "user",
    organizationId,
    userId,
    role: after ?? before?.role ?? "auditor",
  } as const;
  if (before) await revokeBeyondRole(tx, userId, after, { caller, info, revokeSecrets: true });
  if (after) await putClaimedOrganization(tx, organizationId, userId, after);
  else await endOrganizationMembership(tx, organizationId, userId, sources);
  await keepSandboxMember(tx, organizationId, userId, after);
  await recordChange(tx, caller, info, {
    action: actionOf(before, after),
    target: `user:${userId}`,
    ...(before && { before }),
    ...(after && { after: { role: after, source: "claims" } }),
  });
}

function actionOf(before: object | null, after: object | string | null): string {
  if (!before) return "member.joined";
  return after ? "member.role_changed" : "member.removed";
}

/** Sorts claims into those that name something known with a known role, and the others. */
function select<Id, Role extends CompanyRole | OrganizationRole>(
  claimed: readonly ClaimedMembership<Id>[],
  knownIds: ReadonlySet<Id>,
  isRole: (text: string) => text is Role,
): { wanted: Map<Id, Role>; ignored: Id[] } {
  const wanted = new Map<Id, Role>();
  const ignored: Id[] = [];
  for (const { id, role } of claimed) {
    if (knownIds.has(id) && isRole(role)) wanted.set(id, role);
    else ignored.push(id);
  }
  return { wanted, ignored };
}
