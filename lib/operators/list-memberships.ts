import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { listMembershipsContract } from "@/lib/operators/contract";
import { findMemberships } from "@/lib/operators/repository";

type Contract = typeof listMembershipsContract;

/**
 * Lists the companies and organizations that a person belongs to.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function listMemberships({
  params,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listMembershipsContract.platformPermission);
  const found = await findMemberships(params.user_id);
  if (!found) throw new ServiceError("not_found", "There is no such person. List people.");
  return {
    body: {
      companies: found.companyMembers.map(({ company, role, source }) => ({
        company_id: company.id,
        name: company.name,
        role,
        source,
      })),
      organizations: found.organizationMembers.map(({ organization, role, source }) => ({
        organization_id: organization.id,
        name: organization.name,
        role,
        source,
      })),
    },
  };
}
