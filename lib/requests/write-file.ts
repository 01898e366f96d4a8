import { csvHeader, csvLine } from "@/lib/operation/export-file";
import type { CallPosition, CallSpan } from "@/lib/requests/calls/call-log";
import type { CallExportFormat } from "@/lib/requests/calls/values";

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
      begin: csvHeader(columns.map(([name]) => name)),
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
