import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { companyMembers } from "@/lib/directory/companies/members/contract";
import { serializeCompanyMember } from "@/lib/directory/companies/members/serialize";
import { noSuchMember } from "@/lib/directory/members/no-such-member";
import { findMember } from "@/lib/directory/members/repository";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof companyMembers.get;

/**
 * One member of a company.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function getCompanyMember({
  params,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, companyMembers.get.platformPermission);
  const { company_id: id, external_id } = params;
  const row = await findMember({ kind: "company", id }, external_id);
  if (!row) throw noSuchMember();
  return { body: serializeCompanyMember(id, row) };
}
