import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { OrganizationRole } from "@/lib/core/permissions";

/** A person's roles in organizations, in the order of their ids. */
export async function listOrganizationRoles(
  tx: Database,
  userId: string,
): Promise<Map<string, OrganizationRole>> {
  const rows = await tx.organizationMember.findMany({
    where: { userId },
    select: { organizationId: true, role: true },
    orderBy: { organizationId: "asc" },
  });
  return new Map(rows.map(({ organizationId, role }) => [organizationId, role]));
}

const moveCompanies = sql<{ from: string; to: string }, { id: number }>(
  "move-company-memberships",
  { id: "float8" },
  `
  UPDATE company_members m SET user_id = :to, created_at = now() WHERE user_id = :from
    AND NOT EXISTS (SELECT 1 FROM company_members o WHERE o.user_id = :to AND o.company_id = m.company_id)
  RETURNING company_id::float8 AS id`,
);

const moveOrganizations = sql<{ from: string; to: string }>(
  "move-organization-memberships",
  {},
  `
  UPDATE organization_members m SET user_id = :to, created_at = now() WHERE user_id = :from
    AND NOT EXISTS (SELECT 1 FROM organization_members o
      WHERE o.user_id = :to AND o.organization_id = m.organization_id)`,
);

/**
 * Moves a person's memberships to another person, whose own memberships stay. What moves begins now, so that no token from
 * an earlier membership of the other person works again.
 * @returns the companies of the memberships that moved
 */
export async function moveMemberships(tx: Database, from: string, to: string): Promise<number[]> {
  const companies = await moveCompanies({ from, to }, tx);
  await moveOrganizations({ from, to }, tx);
  await tx.companyMember.deleteMany({ where: { userId: from } });
  await tx.organizationMember.deleteMany({ where: { userId: from } });
  return companies.map(({ id }) => id).sort((one, other) => one - other);
}

const moveSeenSecrets = sql<{ from: string; to: string }>(
  "move-seen-secrets",
  {},
  `
  WITH seen AS (DELETE FROM client_secret_holders WHERE actor = :from RETURNING secret_id)
  INSERT INTO client_secret_holders (secret_id, actor) SELECT secret_id, :to FROM seen
  ON CONFLICT DO NOTHING`,
);

/** Makes another person the one who has seen a person's secrets and sent their open invitations. */
export async function moveKnowledge(tx: Database, from: string, to: string): Promise<void> {
  await moveSeenSecrets({ from: `user:${from}`, to: `user:${to}` }, tx);
  await tx.clientSecret.updateMany({ where: { createdBy: from }, data: { createdBy: to } });
  await tx.serviceKeySecret.updateMany({ where: { seenBy: from }, data: { seenBy: to } });
  const openInvitations = { where: { invitedBy: from, acceptedAt: null, revokedAt: null } };
  await tx.invitation.updateMany({ ...openInvitations, data: { invitedBy: to } });
  await tx.companyInvitation.updateMany({ ...openInvitations, data: { invitedBy: to } });
}
