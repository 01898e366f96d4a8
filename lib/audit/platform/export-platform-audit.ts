import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { exportPlatformAuditContract } from "@/lib/audit/platform/contract";
import { newestPlatformAuditId, platformAuditLog } from "@/lib/audit/platform/list-repository";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { recordedFilter, writeExport } from "@/lib/audit/write-export";
import { db } from "@/lib/kernel/db/client";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

/**
 * Exports all matching entries of the platform's audit log as a file, newest first. The file is read in batches while
 * it is sent, up to the newest entry at the time of the request, and the export is recorded as `audit.exported`.
 * @throws ServiceError forbidden, insufficient_scope
 */
export async function exportPlatformAudit({
  query: { format, ...filter },
  caller,
  info,
}: Pick<
  PlatformContext<typeof exportPlatformAuditContract>,
  "query" | "caller" | "info"
>): Promise<StreamedFile> {
  requirePlatformPermission(caller, exportPlatformAuditContract.platformPermission);
  const newest = await newestPlatformAuditId();
  await recordPlatformChange(db(), platformActor(caller), info, {
    action: "audit.exported",
    target: "platform",
    after: { format, ...recordedFilter(filter) },
  });
  return writeExport("audit-platform", format, newest, (belowId, limit) =>
    platformAuditLog.readBatch({}, filter, belowId, limit),
  );
}
