import { requireCompanyAccess } from "@/lib/access/company-caller";
import type { CompanyContext } from "@/lib/access/operation-context";
import { listCompanyCallsContract } from "@/lib/activity/calls/contract";
import { listCalls } from "@/lib/activity/calls/list-calls";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof listCompanyCallsContract;

/**
 * Lists a page of the calls for a company, newest first.
 * @throws ServiceError forbidden or insufficient_scope; invalid_request for a forged cursor
 */
export async function listCompanyCalls({
  params,
  query,
  caller,
}: Pick<CompanyContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  const companyId = params.company_id;
  requireCompanyAccess(caller, companyId, listCompanyCallsContract.platformPermission);
  const clientId = query.client_id ?? null;
  return { body: await listCalls({ companyId, clientId }, query) };
}
