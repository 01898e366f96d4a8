import { type Change, recordChange } from "@/lib/audit/record-change";
import { recordPlatformChanges } from "@/lib/audit/record-platform-change";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { isOrganizationRole } from "@/lib/core/permissions/permissions";
import { isCompanyRole } from "@/lib/core/values/company-role-values";
import { setOperatorRole } from "@/lib/platform/operators/set-operator-role";
import type { ClaimedMembership, PersonClaims } from "@/lib/platform/provider/claims/read-claims";
import {
  findOpenCompanies,
  findOrganizations,
  isOperatorClaimable,
} from "@/lib/platform/provider/claims/repository";
import { membershipEntry } from "@/lib/tenants/membership/membership-entry";
import { listMemberships } from "@/lib/tenants/membership/membership-rows";
import {
  setMemberships,
  type TenantChange,
  type TenantRole,
} from "@/lib/tenants/membership/set-membership";
import { overrides } from "@/lib/tenants/membership/sources";
import { tenantKey } from "@/lib/tenants/membership/tenants";

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
  const { operatorRole } = claims;
  const { wanted, ignored } = await readRoles(tx, claims);
  const roles = await rolesToSet(tx, userId, claims, wanted);
  const changes = await setRoles(tx, userId, roles, info);
  if (operatorRole) changes.push(...(await applyOperator(tx, userId, operatorRole)));
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
  const memberships = await listMemberships(tx, userId);
  const ofPlatform = memberships.filter(({ source }) => source !== "local");
  const roles = ofPlatform.map((each) => ({ ...each, role: null, source: "directory" as const }));
  const changes = await setRoles(tx, userId, roles, info);
  return [...changes, ...(await applyOperator(tx, userId, "none"))];
}

const source = "claims" as const;

/** Sorts claims into known roles in tenants that exist and are not closed, and the others. */
async function readRoles(
  tx: Database,
  { companies, organizations }: PersonClaims,
): Promise<{ wanted: TenantRole[]; ignored: string[] }> {
  const idsOf = <Id>(claimed: readonly ClaimedMembership<Id>[]) => claimed.map(({ id }) => id);
  const openIds = companies ? await findOpenCompanies(tx, idsOf(companies)) : null;
  const knownIds = organizations ? await findOrganizations(tx, idsOf(organizations)) : null;
  const wanted: TenantRole[] = [];
  const ignored: string[] = [];
  for (const { id, role } of companies ?? []) {
    if (openIds?.has(id) && isCompanyRole(role)) wanted.push({ kind: "company", id, role, source });
    else ignored.push(tenantKey({ kind: "company", id }));
  }
  for (const { id, role } of organizations ?? []) {
    if (knownIds?.has(id) && isOrganizationRole(role))
      wanted.push({ kind: "organization", id, role, source });
    else ignored.push(tenantKey({ kind: "organization", id }));
  }
  return { wanted, ignored };
}

/** Of the roles that a person is to have, and of those that claims no longer name, the ones to set and to end. */
async function rolesToSet(
  tx: Database,
  userId: string,
  { companies, organizations }: PersonClaims,
  wanted: readonly TenantRole[],
): Promise<TenantRole[]> {
  const isRead = { company: companies !== null, organization: organizations !== null };
  if (!isRead.company && !isRead.organization) return [];
  const memberships = await listMemberships(tx, userId);
  const present = new Map(memberships.map((each) => [tenantKey(each), each]));
  const named = new Set(wanted.map(tenantKey));
  const unnamed = memberships.filter((each) => isRead[each.kind] && !named.has(tenantKey(each)));
  const ended = unnamed.map((each) => ({ ...each, role: null, source }));
  return [...ended, ...wanted].filter((each) => {
    const membership = present.get(tenantKey(each));
    if (!membership) return true;
    return membership.role !== each.role && overrides(source, membership.source);
  });
}

/** @returns what the platform's audit log records; organizations record what concerns them */
async function setRoles(
  tx: Database,
  userId: string,
  roles: readonly TenantRole[],
  info: RequestInfo,
): Promise<Change[]> {
  const changedBy = { kind: "user", userId } as const;
  const by = { changedBy, info, revokeSecrets: true };
  const ofCompanies: Change[] = [];
  for (const each of await setMemberships(tx, roles, { userId, by })) {
    const [before, after] = [fieldsOf(each.before), fieldsOf(each.after)];
    const entry = membershipEntry(each, userId, { before, after });
    if (each.kind === "company") ofCompanies.push(entry);
    else await recordChange(tx, { ...changedBy, organizationId: each.id }, info, entry);
  }
  return ofCompanies;
}

function fieldsOf(membership: TenantChange["before"]) {
  return membership && { role: membership.role, source: membership.source };
}

async function applyOperator(
  tx: Database,
  userId: string,
  role: "operator" | "support" | "none",
): Promise<Change[]> {
  if (!(await isOperatorClaimable(tx, userId))) return [];
  return setOperatorRole(tx, userId, role === "none" ? null : role, "claims");
}
