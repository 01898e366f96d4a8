import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { exportAuditContract } from "@/lib/audit/contract";
import { readAuditBatch } from "@/lib/audit/list-repository";
import type { AuditFilter, ExportFormat } from "@/lib/audit/query-schemas";
import { recordChange } from "@/lib/audit/record-change";
import { newestAuditId } from "@/lib/audit/repository";
import type { AuditEntry } from "@/lib/audit/schemas";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import { csvEntry, csvHeader } from "@/lib/audit/write-csv";
import { db } from "@/lib/kernel/db/client";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";
import type { JsonObject } from "@/lib/kernel/json";

const BATCH = 500;

/** The text around and between entries in a format. */
type Writer = {
  contentType: string;
  begin: string;
  entry: (entry: AuditEntry, isFirst: boolean) => string;
  end: string;
};

const WRITERS: Record<ExportFormat, Writer> = {
  json: {
    contentType: "application/json",
    begin: '{"items":[',
    entry: (entry, isFirst) => `${isFirst ? "" : ","}\n${JSON.stringify(entry)}`,
    end: "\n]}\n",
  },
  csv: {
    contentType: "text/csv; charset=utf-8; header=present",
    begin: csvHeader(),
    entry: csvEntry,
    end: "",
  },
};

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
    after: { format, ...asJson(filter) },
  });
  const writer = WRITERS[format];
  return {
    contentType: writer.contentType,
    fileName: `audit-${organizationId}.${format}`,
    chunks: writeEntries(organizationId, filter, newest, writer),
  };
}

async function* writeEntries(
  organizationId: string,
  filter: AuditFilter,
  newest: bigint,
  writer: Writer,
): AsyncGenerator<string> {
  yield writer.begin;
  let below = String(newest + 1n);
  let isFirst = true;
  for (;;) {
    const rows = await readAuditBatch(organizationId, filter, below, BATCH);
    let text = "";
    for (const row of rows) {
      text += writer.entry(serializeAuditEntry(row), isFirst);
      isFirst = false;
      below = row.id;
    }
    if (text) yield text;
    if (rows.length < BATCH) break;
  }
  yield writer.end;
}

// Unused filters are undefined, which JSON omits.
function asJson(filter: AuditFilter): JsonObject {
  return Object.fromEntries(
    Object.entries(filter).filter((field): field is [string, string] => field[1] !== undefined),
  );
}
