import { auditLog } from "@/lib/audit/list-repository";
import { AUDIT, ofOrganization } from "@/lib/audit/paths";
import { exportAuditQuerySchema } from "@/lib/audit/query-schemas";
import { recordChange } from "@/lib/audit/record-change";
import { newestAuditId } from "@/lib/audit/repository";
import { auditExportSchema } from "@/lib/audit/schemas";
import { recordedFilter, writeExport } from "@/lib/audit/write-export";
import { db } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";

/**
 * Exports all matching entries of the caller's organization as a file, newest first. The file is read in batches while
 * it is sent, up to the newest entry at the time of the request, and the export is recorded as `audit.exported`.
 * @throws ServiceError forbidden
 */
export const exportAudit = operation({
  id: "exportAudit",
  route: `GET ${AUDIT}/export`,
  access: organization("audit:read"),
  summary: "Export the audit log",
  description:
    "Returns all entries that match the filters in one response. The export itself is recorded as `audit.exported`. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
  tag: "Audit",
  params: ofOrganization,
  query: exportAuditQuerySchema,
  returns: file(auditExportSchema, "The entries as a file."),
  async run({ query: { format, ...filter }, caller, info }) {
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
  },
});
