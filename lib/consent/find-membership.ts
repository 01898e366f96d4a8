import { findCompanyRole } from "@/lib/consent/repository";
import { findOrganizationMembership } from "@/lib/operation/access/find-organization-membership";

/** A person's membership in the company or organization that would grant a request. */
export type Membership = {
  role: string;
  /** The organization, if it requires a second factor and the person has none; otherwise null. */
  secondFactorRequiredBy: string | null;
};

/** A person's membership where a request would be granted, or null if they are not a member. */
export async function findMembership(
  { companyId, organizationId }: { companyId: number | null; organizationId: string | null },
  person: { userId: string; sessionId: string },
): Promise<Membership | null> {
  if (organizationId === null) {
    const role = companyId === null ? null : await findCompanyRole(companyId, person.userId);
    return role === null ? null : { role, secondFactorRequiredBy: null };
  }
  const organizationMember = await findOrganizationMembership(organizationId, person);
  if (!organizationMember) return null;
  return {
    role: organizationMember.role,
    secondFactorRequiredBy: organizationMember.lacksSecondFactor ? organizationId : null,
  };
}
