import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { exportAuditContract } from "@/lib/audit/contract";
import { auditLog } from "@/lib/audit/list-repository";
import { recordChange } from "@/lib/audit/record-change";
import { newestAuditId } from "@/lib/audit/repository";
import { recordedFilter, writeExport } from "@/lib/audit/write-export";
import { db } from "@/lib/kernel/db/client";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

/**
 * Exports all matching entries of the caller's organization as a file, newest first. The file is read in batches while
 * it is sent, up to the newest entry at the time of the request, and the export is recorded as `audit.exported`.
 * @throws ServiceError forbidden
 */
export async function exportAudit({
  query: { format, ...filter },
  caller,
  info,
}: Pick<
  OperationContext<typeof exportAuditContract>,
  "query" | "caller" | "info"
>): Promise<StreamedFile> {
  requirePermission(caller, exportAuditContract.permission);
  const { organizationId } = caller;
  const newest = await newestAuditId(organizationId);
  await recordChange(db(), caller, info, {
    action: "audit.exported",
    target: `organization:${organizationId}`,
    after: { format, ...recordedFilter(filter) },
  });
  return writeExport(`audit-${organizationId}`, format, newest, (belowId, limit) =>
    auditLog.readBatch({ organizationId }, filter, belowId, limit),
  );
}
