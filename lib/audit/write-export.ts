import type { AuditEntryRow } from "@/lib/audit/list-sql";
import type { ExportFormat } from "@/lib/audit/query-schemas";
import type { AuditEntry } from "@/lib/audit/schemas";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import { csvEntry, csvHeader } from "@/lib/audit/write-csv";
import type { StreamedFile } from "@/lib/core/http/streamed-responses";
import type { JsonObject } from "@/lib/core/json";

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
 * A log as a file, newest entry first, read in batches while it is sent.
 * @param newest id of the newest entry in it
 * @param read the newest entries below an id
 */
export function writeExport(
  name: string,
  format: ExportFormat,
  newest: bigint,
  read: (belowId: string, limit: number) => Promise<AuditEntryRow[]>,
): StreamedFile {
  const writer = WRITERS[format];
  return {
    contentType: writer.contentType,
    fileName: `${name}.${format}`,
    chunks: writeEntries(writer, newest, read),
  };
}

async function* writeEntries(
  writer: Writer,
  newest: bigint,
  read: (belowId: string, limit: number) => Promise<AuditEntryRow[]>,
): AsyncGenerator<string> {
  yield writer.begin;
  let below = String(newest + 1n);
  let isFirst = true;
  for (;;) {
    const rows = await read(below, BATCH);
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

/** The filters of an export as its own entry records them. Unused ones are undefined, which JSON omits. */
export function recordedFilter(filter: object): JsonObject {
  return Object.fromEntries(
    Object.entries(filter).filter((field): field is [string, string] => field[1] !== undefined),
  );
}
