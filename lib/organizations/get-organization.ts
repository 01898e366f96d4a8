import type { Caller } from "@/lib/auth/caller";
import { ServiceError } from "@/lib/errors";
import { findOrganization, type Organization } from "@/lib/organizations/repository";

/**
 * The organization that a caller was authenticated for.
 * @throws ServiceError not_found
 */
export async function getOrganization(caller: Caller): Promise<Organization> {
  const organization = await findOrganization(caller.organizationId);
  if (organization) return organization;
  throw new ServiceError("not_found", "There is no such organization.");
}
