import { hotQuery } from "@/lib/kernel/db/pool";
import type { OrganizationRole } from "@/lib/kernel/permissions";

/** What a person is to an organization. */
export type OrganizationMembership = {
  role: OrganizationRole;
  /** The organization requires a second factor and the person has none. */
  lacksSecondFactor: boolean;
};

const FIND_MEMBERSHIP = `
  SELECT m.role::text AS role, o.require_second_factor AND NOT EXISTS (
      SELECT 1 FROM second_factors f WHERE f.user_id = m.user_id AND f.confirmed_at IS NOT NULL
    ) AS "lacksSecondFactor"
  FROM organization_members m JOIN organizations o ON o.id = m.organization_id
  WHERE m.organization_id = $1 AND m.user_id = $2`;

/** What a person is to an organization, or null if they are not a member. */
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
