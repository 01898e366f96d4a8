import type { AuditEntry } from "@/lib/audit/schemas";

const LINE_END = "\r\n";

/** Characters at which spreadsheets start a formula, some of them only in East Asian locales. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const COLUMNS: readonly [name: string, value: (entry: AuditEntry) => string | null][] = [
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

/** The header line. */
export function csvHeader(): string {
  return csvLine(COLUMNS.map(([name]) => name));
}

/** An entry as a line. */
export function csvEntry(entry: AuditEntry): string {
  return csvLine(COLUMNS.map(([, value]) => value(entry) ?? ""));
}

/** Cells as a line of CSV (RFC 4180). An apostrophe before a cell that would run as a formula makes it text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}${LINE_END}`;
}

function csvCell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
