import { companyActor, requireCompanyAccess } from "@/lib/access/company-caller";
import type { CompanyContext } from "@/lib/access/operation-context";
import { exportCompanyCallsContract } from "@/lib/activity/calls/contract";
import { writeCallExport } from "@/lib/activity/calls/write-call-export";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { recordedFilter } from "@/lib/audit/write-export";
import { db } from "@/lib/kernel/db/client";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

/**
 * Exports the matching calls for a company as a file, newest first. Records the export as `calls.exported` in the
 * platform's audit log, because companies do not have one.
 * @throws ServiceError forbidden or insufficient_scope
 */
export async function exportCompanyCalls({
  params,
  query: { format, ...filter },
  caller,
  info,
}: Pick<
  CompanyContext<typeof exportCompanyCallsContract>,
  "params" | "query" | "caller" | "info"
>): Promise<StreamedFile> {
  const companyId = params.company_id;
  requireCompanyAccess(caller, companyId, exportCompanyCallsContract.platformPermission);
  const log = { companyId, clientId: filter.client_id ?? null };
  await recordPlatformChange(db(), companyActor(caller), info, {
    action: "calls.exported",
    target: `company:${companyId}`,
    after: { format, ...recordedFilter(filter) },
  });
  return writeCallExport(`calls-${companyId}`, format, log, filter);
}
