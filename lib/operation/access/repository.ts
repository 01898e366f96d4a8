import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import type { OperatorRole } from "@/lib/core/permissions/platform-permissions";

/** A person's role in an organization, or null if they are not a member. */
export async function findRole(
  tx: Database,
  organizationId: string,
  userId: string,
): Promise<OrganizationRole | null> {
  const member = await tx.organizationMember.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true },
  });
  return member?.role ?? null;
}

/**
 * The scopes that a client has in an organization: its own if it belongs to the organization, otherwise those that
 * were granted and that it is still registered for. Null if it was deleted, deactivated or removed.
 */
export async function findClientScopes(
  tx: Database,
  organizationId: string,
  clientId: string,
): Promise<readonly string[] | null> {
  const client = await tx.client.findFirst({
    where: { clientId, deletedAt: null, isActive: true },
    select: {
      organizationId: true,
      scopes: true,
      grants: { where: { organizationId, revokedAt: null }, select: { scopes: true } },
    },
  });
  if (!client) return null;
  if (client.organizationId === organizationId) return client.scopes;
  const [grant] = client.grants;
  return grant ? grant.scopes.filter((scope) => client.scopes.includes(scope)) : null;
}

const lockPerson = sql<{ userId: string }>(
  "lock-operator",
  {},
  "SELECT 1 FROM users WHERE id = :userId FOR SHARE",
);

/** A person's role in the platform's staff, which cannot change until the transaction ends. */
export async function lockOperatorRole(tx: Database, userId: string): Promise<OperatorRole | null> {
  await lockPerson({ userId }, tx);
  const select = { operatorRole: true };
  return (await tx.user.findUnique({ where: { id: userId }, select }))?.operatorRole ?? null;
}
