import type { StreamedFile } from "@/lib/core/http/streamed-responses";
import { csvLine } from "@/lib/operation/export-file";
import { type CallLog, type CallPosition, spanOf } from "@/lib/requests/calls/call-log";
import type { CallFilter } from "@/lib/requests/calls/query-schemas";
import { readCalls } from "@/lib/requests/calls/repository";
import type { Call } from "@/lib/requests/calls/schemas";
import { serializeCall } from "@/lib/requests/calls/serialize";
import type { CallExportFormat } from "@/lib/requests/calls/values";

const BATCH = 200;

const COLUMNS: readonly [name: string, value: (call: Call) => string | number | null][] = [
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
];

/** The text before the calls and of each of them. */
type Writer = { contentType: string; begin: string; call: (call: Call) => string };

const WRITERS: Record<CallExportFormat, Writer> = {
  ndjson: {
    contentType: "application/x-ndjson",
    begin: "",
    call: (call) => `${JSON.stringify(call)}\n`,
  },
  csv: {
    contentType: "text/csv; charset=utf-8; header=present",
    begin: csvLine(COLUMNS.map(([name]) => name)),
    call: (call) => csvLine(COLUMNS.map(([, value]) => String(value(call) ?? ""))),
  },
};

/** The matching calls of a log as a file, newest first, read in batches while it is sent. */
export function writeCallExport(
  name: string,
  format: CallExportFormat,
  log: CallLog,
  filter: CallFilter,
): StreamedFile {
  const writer = WRITERS[format];
  return {
    contentType: writer.contentType,
    fileName: `${name}.${format}`,
    chunks: writeCalls(writer, log, filter),
  };
}

async function* writeCalls(
  writer: Writer,
  log: CallLog,
  filter: CallFilter,
): AsyncGenerator<string> {
  yield writer.begin;
  // The span is set once: it must not move on while the file is sent.
  const fullSpan = spanOf(filter);
  let after: CallPosition | null = null;
  do {
    const span = after
      ? { ...fullSpan, before: after.createdAt, belowId: after.requestId }
      : fullSpan;
    const { calls, reached }: Awaited<ReturnType<typeof readCalls>> = await readCalls(
      log,
      span,
      filter,
      BATCH,
    );
    yield calls.map((row) => writer.call(serializeCall(row))).join("");
    after = calls.length === BATCH ? (calls.at(-1) ?? null) : reached;
  } while (after);
}
