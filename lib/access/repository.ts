import type { Database } from "@/lib/kernel/db/client";
import type { OrganizationRole } from "@/lib/kernel/permissions";

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
