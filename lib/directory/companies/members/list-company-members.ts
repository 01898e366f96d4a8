import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { companyMembers } from "@/lib/directory/companies/members/contract";
import { serializeCompanyMember } from "@/lib/directory/companies/members/serialize";
import { noSuchCompany } from "@/lib/directory/companies/no-such-company";
import { findCompany } from "@/lib/directory/companies/repository";
import { listMembersPage } from "@/lib/directory/members/list-members-page";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof companyMembers.list;

/**
 * Lists the members of a company.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request for a forged cursor
 */
export async function listCompanyMembers({
  params,
  query,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePlatformPermission(caller, companyMembers.list.platformPermission);
  const id = params.company_id;
  const { rows, page } = await listMembersPage({ kind: "company", id }, query);
  // Only an empty page needs the question whether there is such a company.
  if (rows.length === 0 && !(await findCompany(id))) throw noSuchCompany();
  return { body: { items: rows.map((row) => serializeCompanyMember(id, row)), page } };
}
