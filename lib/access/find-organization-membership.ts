import { ORGANIZATION_MEMBERS } from "@/lib/access/membership-sql";
import { hotQuery } from "@/lib/kernel/db/pool";
import type { OrganizationRole } from "@/lib/kernel/permissions";

/** A person's membership in an organization. */
export type OrganizationMembership = {
  role: OrganizationRole;
  /** The organization requires a second factor and the person has none. */
  lacksSecondFactor: boolean;
};

const FIND_MEMBERSHIP = `
  SELECT role, lacks_second_factor AS "lacksSecondFactor" FROM ${ORGANIZATION_MEMBERS} AS member
  WHERE organization_id = $1 AND user_id = $2`;

/** A person's membership in an organization, or null if they are not a member. */
export async function findOrganizationMembership(
  organizationId: string,
  userId: string,
): Promise<OrganizationMembership | null> {
  const [row] = await hotQuery<OrganizationMembership>("find-membership", FIND_MEMBERSHIP, [
    organizationId,
    userId,
  ]);
  return row ?? null;
}
