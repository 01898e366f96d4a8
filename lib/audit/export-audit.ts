import type { AuditLog } from "@/lib/audit/log-statements";
import { AUDIT, organizationLog, PLATFORM_AUDIT, platformLog } from "@/lib/audit/logs";
import {
  type AuditFilter,
  exportAuditQuerySchema,
  exportPlatformAuditQuerySchema,
} from "@/lib/audit/query-schemas";
import { recordChange, recordedFilter } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { type AuditEntry, auditExportSchema } from "@/lib/audit/schemas";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import { db } from "@/lib/core/db/client";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization, platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { type ExportColumns, exportFile } from "@/lib/operation/export-file";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";

/**
 * Exports all matching entries of the caller's organization as a file, newest first. The file is read in batches while
 * it is sent, up to the newest entry at the time of the request, and the export is recorded as `audit.exported`.
 * @throws ServiceError forbidden
 */
export const exportAudit = operation({
  id: "exportAudit",
  request: {
    route: `GET ${AUDIT}/export`,
    params: organizationParams,
    query: exportAuditQuerySchema,
  },
  access: organization("audit:read"),
  summary: "Export the audit log",
  description:
    "Returns all entries that match the filters in one response. The export itself is recorded as `audit.exported`. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
  tag: "Audit",
  returns: file(auditExportSchema, "The entries as a file."),
  async run({ query: { format, ...filter }, caller, info }) {
    const { organizationId } = caller;
    const log = organizationLog({ organizationId });
    const end = await log.readEnd();
    await recordChange(db(), caller, info, {
      action: "audit.exported",
      target: `organization:${organizationId}`,
      after: { format, ...recordedFilter(filter) },
    });
    const parts = readEntries(log, filter, end);
    return exportFile({ name: `audit-${organizationId}`, format, columns: COLUMNS, parts });
  },
});

/**
 * Like {@link exportAudit}, for the platform's audit log.
 * @throws ServiceError forbidden, insufficient_scope
 */
export const exportPlatformAudit = operation({
  id: "exportPlatformAudit",
  request: { route: `GET ${PLATFORM_AUDIT}/export`, query: exportPlatformAuditQuerySchema },
  access: platform("platform-audit:read"),
  summary: "Export the platform's audit log",
  description:
    "Returns all entries that match the filters in one response. The export itself is recorded as `audit.exported`. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
  tag: "Platform audit",
  returns: file(auditExportSchema, "The entries as a file."),
  async run({ query: { format, ...filter }, caller, info }) {
    const end = await platformLog.readEnd();
    await recordPlatformChange(db(), platformActor(caller), info, {
      action: "audit.exported",
      target: "platform",
      after: { format, ...recordedFilter(filter) },
    });
    const parts = readEntries(platformLog, filter, end);
    return exportFile({ name: "audit-platform", format, columns: COLUMNS, parts });
  },
});

const BATCH = 500;

const COLUMNS: ExportColumns<AuditEntry> = [
  ["id", (entry) => entry.id],
  ["created_at", (entry) => entry.created_at],
  ["action", (entry) => entry.action],
  ["target", (entry) => entry.target],
  ["target_name", (entry) => entry.target_name],
  ["actor", ({ actor }) => `${actor.type}:${actor.id}`],
  ["actor_name", ({ actor }) => actor.name],
  ["actor_email", ({ actor }) => actor.email],
  ["ip_address", (entry) => entry.ip_address],
  ["request_id", (entry) => entry.request_id],
  ["before", ({ before }) => before && JSON.stringify(before)],
  ["after", ({ after }) => after && JSON.stringify(after)],
  ["previous_hash", (entry) => entry.previous_hash],
  ["hash", (entry) => entry.hash],
];

/** The matching entries below an id in batches, newest first. */
async function* readEntries(
  log: AuditLog,
  filter: AuditFilter,
  end: string,
): AsyncGenerator<AuditEntry[]> {
  let belowId = end;
  for (;;) {
    const rows = await log.readBatch(filter, belowId, BATCH);
    if (rows.length > 0) yield rows.map(serializeAuditEntry);
    belowId = rows.at(-1)?.id ?? belowId;
    if (rows.length < BATCH) return;
  }
}
