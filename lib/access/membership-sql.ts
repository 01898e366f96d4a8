/** Whether the person in `row` has a confirmed second factor. */
export const HAS_SECOND_FACTOR = (row: string) => `EXISTS (
  SELECT 1 FROM second_factors f WHERE f.user_id = ${row}.user_id AND f.confirmed_at IS NOT NULL)`;

/** Members of organizations: user_id, organization_id, role and lacks_second_factor. */
export const ORGANIZATION_MEMBERS = `(
  SELECT m.user_id, m.organization_id, m.role::text AS role,
    o.require_second_factor AND NOT ${HAS_SECOND_FACTOR("m")} AS lacks_second_factor
  FROM organization_members m JOIN organizations o ON o.id = m.organization_id)`;
