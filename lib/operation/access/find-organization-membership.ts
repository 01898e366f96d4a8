import { first, sql } from "@/lib/core/db/sql";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";

/** Whether the person in `row` has a confirmed second factor. */
export const HAS_SECOND_FACTOR = (row: string) => `EXISTS (
  SELECT 1 FROM second_factors f WHERE f.user_id = ${row}.user_id AND f.confirmed_at IS NOT NULL)`;

/** Whether a session, null for none, was opened with a second factor at the sign-in provider that counts here. */
const USED_SECOND_FACTOR = (sessionId: string) => `EXISTS (
  SELECT 1 FROM provider_sessions p WHERE p.session_id = ${sessionId} AND p.second_factor)`;

/** Members of organizations: user_id, organization_id, role and lacks_second_factor. @param sessionId as SQL */
export const ORGANIZATION_MEMBERS = (sessionId: string) => `(
  SELECT m.user_id, m.organization_id, m.role::text AS role,
    o.require_second_factor AND NOT ${HAS_SECOND_FACTOR("m")} AND NOT ${USED_SECOND_FACTOR(sessionId)} AS lacks_second_factor
  FROM organization_members m JOIN organizations o ON o.id = m.organization_id)`;

/** A person's membership in an organization. */
type OrganizationMembership = {
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

/** A person's membership in an organization, in the session in which they act; null if they are not a member. */
export async function findOrganizationMembership(
  organizationId: string,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<OrganizationMembership | null> {
  return first(await findMembership({ organizationId, userId, sessionId }));
}
