import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { companies } from "@/lib/platform/companies/companies";
import { findCompany } from "@/lib/platform/companies/repository";
import type { CompanyMemberFields } from "@/lib/platform/companies/schemas";
import { findMember, type MemberRow } from "@/lib/platform/members/repository";
import { organizations } from "@/lib/platform/organizations/organizations";
import { findOrganization } from "@/lib/platform/organizations/repository";
import type { OrganizationMemberFields } from "@/lib/platform/organizations/schemas";
import { requireRow } from "@/lib/platform/read-list";
import type { PlatformOrigin } from "@/lib/platform/record-everywhere";
import { missingField, type Stored } from "@/lib/platform/stored";
import type { UserRow } from "@/lib/platform/users/repository";
import type { UserFields } from "@/lib/platform/users/schemas";
import { storeUser } from "@/lib/platform/users/users";
import type { Membership } from "@/lib/tenants/membership/membership-rows";
import type { By } from "@/lib/tenants/membership/revoke-beyond-role";
import { setMembership } from "@/lib/tenants/membership/set-membership";
import type { Id, Kind, Role, Tenant } from "@/lib/tenants/membership/tenants";

/**
 * Creates or changes a company's member, and the person if they are new. Fields that are not sent stay the same.
 * @throws ServiceError not_found for an unknown company; invalid_request for a new member without a role; conflict for
 * a new member of a closed company, an operator's own fields, and the email address of an account with a password
 */
export function storeCompanyMember(
  tx: Database,
  companyId: number,
  externalId: string,
  fields: CompanyMemberFields,
): Promise<Stored<MemberRow>> {
  return storeMember(tx, { kind: "company", id: companyId }, externalId, fields, null);
}

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
  await lockOrganizations(tx, [organizationId]);
  const tenant = { kind: "organization", id: organizationId } as const;
  return storeMember(tx, tenant, externalId, fields, byPlatform(by));
}

/**
 * Ends a company's membership, also that of the last owner.
 * @returns the former member, or null if there was none
 */
export function endCompanyMembership(
  tx: Database,
  companyId: number,
  externalId: string,
): Promise<MemberRow | null> {
  return endMembership(tx, { kind: "company", id: companyId }, externalId, null);
}

/** Like {@link endCompanyMembership} for an organization. @param by as in {@link storeOrganizationMember} */
export async function endOrganizationMembership(
  tx: Database,
  organizationId: string,
  externalId: string,
  by: PlatformOrigin,
): Promise<MemberRow | null> {
  await lockOrganizations(tx, [organizationId]);
  const tenant = { kind: "organization", id: organizationId } as const;
  return endMembership(tx, tenant, externalId, byPlatform(by));
}

function byPlatform({ actor, info }: PlatformOrigin): By<"organization"> {
  return { changedBy: { kind: "platform", actor }, info, revokeSecrets: true };
}

/** Why there cannot be a membership: the tenant is missing or closed; null if a role would do. */
const EXPLAIN: { [K in Kind]: (tx: Database, id: Id<K>) => Promise<ServiceError | null> } = {
  company: async (tx, id) => {
    const { status } = requireRow(companies, await findCompany(id, tx));
    if (status !== "closed") return null;
    return new ServiceError("conflict", "The company is closed and takes no new members.");
  },
  organization: async (tx, id) => {
    requireRow(organizations, await findOrganization(id, tx));
    return null;
  },
};

type MemberFields<K extends Kind> = Omit<UserFields, "status"> & { role?: Role<K> | undefined };

/**
 * Creates or changes a member, and the person if they are new. The directory then manages the membership.
 * @throws ServiceError as `storeUser`; invalid_request for a new member without a role
 */
async function storeMember<K extends Kind>(
  tx: Database,
  tenant: Tenant<K>,
  externalId: string,
  { role, ...person }: MemberFields<K>,
  by: By<K>,
): Promise<Stored<MemberRow>> {
  const user = await storeUser(tx, externalId, person);
  const userId = user.row.id;
  const request = { tenant, userId, role, source: "directory", by } as const;
  const { before, after } = await setMembership(tx, request);
  if (!after) {
    const explain = EXPLAIN[tenant.kind];
    throw (await explain(tx, tenant.id)) ?? missingField("role", "a membership");
  }
  const row = asMember(user.row, after);
  if (!before) return { status: "created", before, row };
  const isUpdated = before !== after || user.status !== "unchanged";
  return {
    status: isUpdated ? "updated" : "unchanged",
    before: asMember(user.before ?? user.row, before),
    row,
  };
}

async function endMembership<K extends Kind>(
  tx: Database,
  tenant: Tenant<K>,
  externalId: string,
  by: By<K>,
): Promise<MemberRow | null> {
  const row = await findMember(tenant, externalId, tx);
  if (!row) return null;
  const request = { tenant, userId: row.userId, role: null, source: "directory", by } as const;
  const { before } = await setMembership(tx, request);
  return before && { ...row, ...before };
}

function asMember(user: UserRow, membership: Membership<Kind>): MemberRow {
  const { id: userId, externalId, email, firstName, lastName } = user;
  return { userId, externalId, email, firstName, lastName, ...membership };
}
