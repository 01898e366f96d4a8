import { newestPlatformAuditId, platformAuditLog } from "@/lib/audit/platform/list-repository";
import { AUDIT, platformPermission, TAG } from "@/lib/audit/platform/paths";
import { exportPlatformAuditQuerySchema } from "@/lib/audit/query-schemas";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { auditExportSchema } from "@/lib/audit/schemas";
import { recordedFilter, writeExport } from "@/lib/audit/write-export";
import { db } from "@/lib/core/db/client";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";

/**
 * Exports all matching entries of the platform's audit log as a file, newest first. The file is read in batches while
 * it is sent, up to the newest entry at the time of the request, and the export is recorded as `audit.exported`.
 * @throws ServiceError forbidden, insufficient_scope
 */
export const exportPlatformAudit = operation({
  id: "exportPlatformAudit",
  route: `GET ${AUDIT}/export`,
  access: platform(platformPermission),
  summary: "Export the platform's audit log",
  description:
    "Returns all entries that match the filters in one response. The export itself is recorded as `audit.exported`. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
  tag: TAG,
  query: exportPlatformAuditQuerySchema,
  returns: file(auditExportSchema, "The entries as a file."),
  async run({ query: { format, ...filter }, caller, info }) {
    const newest = await newestPlatformAuditId();
    await recordPlatformChange(db(), platformActor(caller), info, {
      action: "audit.exported",
      target: "platform",
      after: { format, ...recordedFilter(filter) },
    });
    return writeExport("audit-platform", format, newest, (belowId, limit) =>
      platformAuditLog.readBatch({}, filter, belowId, limit),
    );
  },
});
