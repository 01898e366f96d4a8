import { sql } from "@/lib/core/db/sql";
import type { OrganizationRole } from "@/lib/core/permissions";
import { ORGANIZATION_MEMBERS } from "@/lib/operation/access/membership-sql";

/** A person's membership in an organization. */
export type OrganizationMembership = {
  role: OrganizationRole;
  /** The organization requires a second factor, and the person has none and used none at the sign-in provider. */
  lacksSecondFactor: boolean;
};

const findMembership = sql<
  { organizationId: string; userId: string; sessionId: string | null },
  OrganizationMembership
>(
  "find-membership",
  { role: "text", lacksSecondFactor: "bool" },
  `SELECT role, lacks_second_factor AS "lacksSecondFactor" FROM ${ORGANIZATION_MEMBERS(":sessionId")} AS member
  WHERE organization_id = :organizationId AND user_id = :userId`,
);

/**
 * A person's membership in an organization, or null if they are not a member.
 * @param person with the session in which they act, or null
 */
export async function findOrganizationMembership(
  organizationId: string,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<OrganizationMembership | null> {
  const [row] = await findMembership({ organizationId, userId, sessionId });
  return row ?? null;
}
