import { csvLine } from "@/lib/audit/write-csv";
import type { StreamedFile } from "@/lib/core/http/streamed-file";
import {
  type CallLog,
  type CallPosition,
  type CallSpan,
  spanOf,
} from "@/lib/requests/calls/call-log";
import type { CallFilter } from "@/lib/requests/calls/query-schemas";
import { readCalls } from "@/lib/requests/calls/repository";
import type { Call } from "@/lib/requests/calls/schemas";
import { serializeCall } from "@/lib/requests/calls/serialize";
import type { CallExportFormat } from "@/lib/requests/calls/values";

const BATCH = 200;

type Columns<Row> = readonly [name: string, value: (row: Row) => string | number | null][];

/** A part of a log, and where the next one begins; null after the last. */
type Part<Row> = { rows: readonly Row[]; after: CallPosition | null };

/** Writes rows of a log as a file. */
type FileWriter<Row> = {
  contentType: string;
  /** @param read the newest rows of a time span */
  chunks: (span: CallSpan, read: (span: CallSpan) => Promise<Part<Row>>) => AsyncGenerator<string>;
};

/** Writers of a kind of row. @param columns of its CSV files, whose order never changes */
export function fileWriter<Row>(
  columns: Columns<Row>,
): (format: CallExportFormat) => FileWriter<Row> {
  const formats = {
    ndjson: {
      contentType: "application/x-ndjson",
      begin: "",
      line: (row: Row) => `${JSON.stringify(row)}\n`,
    },
    csv: {
      contentType: "text/csv; charset=utf-8; header=present",
      begin: csvLine(columns.map(([name]) => name)),
      line: (row: Row) => csvLine(columns.map(([, value]) => String(value(row) ?? ""))),
    },
  };
  return (format) => {
    const { contentType, begin, line } = formats[format];
    return {
      contentType,
      // The span is set once: it must not move on while the file is sent.
      async *chunks(span, read) {
        yield begin;
        let rest: CallSpan | null = span;
        while (rest) {
          const { rows, after }: Part<Row> = await read(rest);
          yield rows.map(line).join("");
          rest = after && { ...span, before: after.createdAt, belowId: after.requestId };
        }
      },
    };
  };
}

const writerOf = fileWriter<Call>([
  ["created_at", (call) => call.created_at],
  ["request_id", (call) => call.request_id],
  ["method", (call) => call.method],
  ["path", (call) => call.path],
  ["status", (call) => call.status],
  ["milliseconds", (call) => call.milliseconds],
  ["client_id", ({ client }) => client.id],
  ["client_name", ({ client }) => client.name],
  ["company_id", ({ company }) => company?.id ?? null],
  ["company_name", ({ company }) => company?.name ?? null],
  ["organization_id", (call) => call.organization_id],
  ["caller", ({ caller }) => caller.kind],
  ["caller_id", ({ caller }) => caller.id],
  ["caller_name", ({ caller }) => caller.name],
  ["scope", (call) => call.scope],
  ["denial", (call) => call.denial],
]);

/** The matching calls of a log as a file, newest first, read in batches while it is sent. */
export function writeCallExport(
  name: string,
  format: CallExportFormat,
  log: CallLog,
  filter: CallFilter,
): StreamedFile {
  const writer = writerOf(format);
  return {
    contentType: writer.contentType,
    fileName: `${name}.${format}`,
    chunks: writer.chunks(spanOf(filter), async (span) => {
      const { calls, reached } = await readCalls(log, span, filter, BATCH);
      const after = calls.length === BATCH ? (calls.at(-1) ?? null) : reached;
      return { rows: calls.map(serializeCall), after };
    }),
  };
}
