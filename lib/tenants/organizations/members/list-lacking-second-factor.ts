import { type Caller, requirePermission } from "@/lib/operation/access/caller";
import { findMembersWithoutFactor } from "@/lib/tenants/organizations/members/repository";

/**
 * Lists the members of the caller's organization without a second factor, by name.
 * @throws ServiceError forbidden
 */
export async function listLackingSecondFactor(
  caller: Caller,
): Promise<{ userId: string; name: string; email: string | null }[]> {
  requirePermission(caller, "members:read");
  const people = await findMembersWithoutFactor(caller.organizationId);
  return people.map(({ id, firstName, lastName, email }) => ({
    userId: id,
    name: `${firstName} ${lastName}`.trim(),
    email,
  }));
}
