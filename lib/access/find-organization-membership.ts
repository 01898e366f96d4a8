import { ORGANIZATION_MEMBERS } from "@/lib/access/membership-sql";
import { statement } from "@/lib/kernel/db/statement";
import type { OrganizationRole } from "@/lib/kernel/permissions";

/** A person's membership in an organization. */
export type OrganizationMembership = {
  role: OrganizationRole;
  /** The organization requires a second factor and the person has none. */
  lacksSecondFactor: boolean;
};

const findMembership = statement<
  { organizationId: string; userId: string },
  OrganizationMembership
>(
  "find-membership",
  { role: "text", lacksSecondFactor: "bool" },
  `SELECT role, lacks_second_factor AS "lacksSecondFactor" FROM ${ORGANIZATION_MEMBERS} AS member
  WHERE organization_id = :organizationId AND user_id = :userId`,
);

/** A person's membership in an organization, or null if they are not a member. */
export async function findOrganizationMembership(
  organizationId: string,
  userId: string,
): Promise<OrganizationMembership | null> {
  const [row] = await findMembership({ organizationId, userId });
  return row ?? null;
}
