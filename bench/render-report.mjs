import { cpus, totalmem } from "node:os";

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
  "CPU ÷ peer",
];

/**
 * The result as a Markdown table with the facts of the machine above it.
 *
 * @param {ReturnType<typeof import("./summarize.mjs").summarize>} summary
 * @returns {string}
 */
export function renderReport(summary) {
  const rows = summary.map(({ operation, target, rounds, sample, rateRatio, cpuRatio }) => [
    operation,
    target,
    fixed(rounds, 0),
    fixed(sample.rate, 0),
    fixed(sample.p50, 1),
    fixed(sample.p95, 1),
    fixed(sample.server, 0),
    fixed(sample.database, 0),
    fixed(rateRatio, 2),
    fixed(cpuRatio, 2),
  ]);
  return `${machineFacts(summary)}\n\n${table([HEAD, ...rows])}`;
}

function machineFacts(summary) {
  const processors = cpus();
  const foreign = Math.max(...summary.map(({ sample }) => sample.foreign ?? Number.NaN));
  return [
    new Date().toISOString().slice(0, 10),
    `${processors.length} × ${processors[0]?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `other work on the machine: up to ${fixed(foreign, 2)} cores`,
  ].join(", ");
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
