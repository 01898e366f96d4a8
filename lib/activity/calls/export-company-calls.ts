import { requireCompanyAccess } from "@/lib/access/company-caller";
import type { CompanyContext } from "@/lib/access/operation-context";
import { exportCompanyCallsContract } from "@/lib/activity/calls/contract";
import { writeCallExport } from "@/lib/activity/calls/write-call-export";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

/**
 * Exports the matching calls for a company as a file, newest first.
 * @throws ServiceError forbidden or insufficient_scope
 */
export async function exportCompanyCalls({
  params,
  query: { format, ...filter },
  caller,
}: Pick<
  CompanyContext<typeof exportCompanyCallsContract>,
  "params" | "query" | "caller"
>): Promise<StreamedFile> {
  const companyId = params.company_id;
  requireCompanyAccess(caller, companyId, exportCompanyCallsContract.platformPermission);
  const log = { companyId, clientId: filter.client_id ?? null };
  return writeCallExport(`calls-${companyId}`, format, log, filter);
}
