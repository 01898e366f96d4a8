import { db } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import {
  isOrganizationRole,
  type OrganizationRole,
  organizationRoles,
  rolePermissions,
  scopePermissions,
} from "@/lib/core/permissions/permissions";
import { findOrganizationMembership } from "@/lib/operation/access/find-organization-membership";

const DECIDING_ROLES = new Set(["owner", "admin"]);

/** Whether a role of a company or organization may decide what an extension may do. */
export function mayConsent(role: string): boolean {
  return DECIDING_ROLES.has(role);
}

/** Rejects a role that may not decide what an extension may do. @throws ServiceError access_denied */
export function requireDecider(role: string): void {
  if (mayConsent(role)) return;
  throw new ServiceError("access_denied", "Only an owner or admin of the company can decide this.");
}

/** The scopes that carry a permission which a role of an organization does not have. */
export function scopesBeyondRole(role: string, scopes: readonly string[]): string[] {
  const rolePermissionList = isOrganizationRole(role) ? rolePermissions[role] : [];
  return scopes.filter((scope) => {
    const permission = scopePermissions[scope];
    return permission !== undefined && !rolePermissionList.includes(permission);
  });
}

/** The roles of an organization that may consent to these scopes. */
export function rolesThatMayConsent(scopes: readonly string[]): OrganizationRole[] {
  return organizationRoles.filter(
    (role) => mayConsent(role) && scopesBeyondRole(role, scopes).length === 0,
  );
}

/** A person's membership where a request would be granted, or null if they are not a member. */
export async function findMembership(
  { companyId, organizationId }: { companyId: number | null; organizationId: string | null },
  person: { userId: string; sessionId: string },
): Promise<{
  role: string;
  /** The organization, if it requires a second factor and the person has none; otherwise null. */
  secondFactorRequiredBy: string | null;
} | null> {
  if (organizationId !== null) {
    const member = await findOrganizationMembership(organizationId, person);
    const lacks = member?.lacksSecondFactor ?? false;
    return member && { role: member.role, secondFactorRequiredBy: lacks ? organizationId : null };
  }
  if (companyId === null) return null;
  const member = await db().companyMember.findUnique({
    where: { companyId_userId: { companyId, userId: person.userId } },
    select: { role: true },
  });
  return member && { role: member.role, secondFactorRequiredBy: null };
}
