import type { Database } from "@/lib/core/db/client";
import type { Kind, Role, Tenant } from "@/lib/tenants/invitations/invitation";
import { PeopleError } from "@/lib/tenants/members/people-error";
import { hasOtherOwner } from "@/lib/tenants/members/repository";

/**
 * Before a member's role changes or ends: keeps the last owner. The company or organization must be locked.
 * @param next the new role, or null
 * @throws ServiceError conflict for the last owner
 */
export async function keepLastOwner<K extends Kind>(
  tx: Database,
  tenant: Tenant<K>,
  { userId, role }: { userId: string; role: Role<K> },
  next: Role<K> | null,
): Promise<void> {
  const losesOwner = role === "owner" && next !== "owner";
  if (!losesOwner || (await hasOtherOwner(tx, tenant, userId))) return;
  const message = `This is the ${tenant.kind}'s last owner. Make someone else an owner first.`;
  throw new PeopleError("conflict", "last_owner", message);
}
