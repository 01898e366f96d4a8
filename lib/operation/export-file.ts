import type { StreamedFile } from "@/lib/core/http/streamed-responses";

/** One JSON object, a JSON value per line, or a line of cells per item. */
type ExportFormat = "json" | "ndjson" | "csv";

/** The cells of an item in CSV. */
export type ExportColumns<Item> = readonly [
  name: string,
  value: (item: Item) => string | number | boolean | null,
][];

type Export<Item> = {
  /** Of the file, without its extension. */
  name: string;
  format: ExportFormat;
  columns: ExportColumns<Item>;
  /** The items in order, read while the file is sent. */
  parts: AsyncIterable<readonly Item[]>;
};

/** The text before, between, after, and of items. */
type Writer<Item> = {
  contentType: string;
  begin?: string;
  item: (item: Item, isFirst: boolean) => string;
  end?: string;
};

const LINE_END = "\r\n";

/** Characters at which spreadsheets start a formula, some of them only in East Asian locales. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Without it, Excel reads a file as Latin-1. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Items as a file that is written while it is sent. */
export function exportFile<Item>({ name, format, columns, parts }: Export<Item>): StreamedFile {
  const writer = writerOf(format, columns);
  return {
    contentType: writer.contentType,
    fileName: `${name}.${format}`,
    chunks: write(writer, parts),
  };
}

/** Cells as a line of CSV (RFC 4180). An apostrophe before a cell that would run as a formula makes it text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}${LINE_END}`;
}

function writerOf<Item>(format: ExportFormat, columns: ExportColumns<Item>): Writer<Item> {
  const writers: Record<ExportFormat, Writer<Item>> = {
    json: {
      contentType: "application/json",
      begin: '{"items":[',
      item: (item, isFirst) => `${isFirst ? "" : ","}\n${JSON.stringify(item)}`,
      end: "\n]}\n",
    },
    ndjson: {
      contentType: "application/x-ndjson",
      item: (item) => `${JSON.stringify(item)}\n`,
    },
    csv: {
      contentType: "text/csv; charset=utf-8; header=present",
      begin: BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading)),
      item: (item) => csvLine(columns.map(([, value]) => String(value(item) ?? ""))),
    },
  };
  return writers[format];
}

async function* write<Item>(
  { begin = "", item: textOf, end = "" }: Writer<Item>,
  parts: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  yield begin;
  let isFirst = true;
  for await (const items of parts) {
    let text = "";
    for (const item of items) {
      text += textOf(item, isFirst);
      isFirst = false;
    }
    yield text;
  }
  yield end;
}

function csvCell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
