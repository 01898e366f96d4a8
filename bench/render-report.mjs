import { machineFacts } from "./machine-facts.mjs";

const HEAD = [
  "operation",
  "server",
  "rounds",
  "requests/s",
  "p50 ms",
  "p95 ms",
  "server CPU µs",
  "PostgreSQL CPU µs",
  "rate ÷ peer",
  "p95 ÷ peer",
  "CPU ÷ peer",
  "rate ÷ floor",
  "CPU ÷ floor",
];

/**
 * The result as a Markdown table with the facts of the machine above it.
 *
 * @param {ReturnType<typeof import("./summarize.mjs").summarize>} summary
 * @returns {string}
 */
export function renderReport(summary) {
  const rows = summary.map(({ operation, target, rounds, sample, toPeer, toFloor }) => [
    operation,
    target,
    fixed(rounds, 0),
    fixed(sample.rate, 0),
    fixed(sample.p50, 1),
    fixed(sample.p95, 1),
    fixed(sample.server, 0),
    fixed(sample.database, 0),
    fixed(toPeer.rate, 2),
    fixed(toPeer.p95, 2),
    fixed(toPeer.cpu, 2),
    fixed(toFloor.rate, 2),
    fixed(toFloor.cpu, 2),
  ]);
  const foreign = Math.max(...summary.map(({ sample }) => sample.foreign ?? Number.NaN));
  const load = `other work on the machine: up to ${fixed(foreign, 2)} cores`;
  return `${machineFacts()}, ${load}\n\n${table([HEAD, ...rows])}`;
}

function fixed(value, digits) {
  return value === undefined || Number.isNaN(value) ? "-" : value.toFixed(digits);
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const padded = rows.map((row) =>
    row.map((cell, column) =>
      column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    ),
  );
  const rule = widths.map((width, column) =>
    column < 2 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  const [head, ...body] = padded;
  return [head, rule, ...body].map(line).join("\n");
}
