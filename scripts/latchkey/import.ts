import { statSync } from "node:fs";
import { type FileProgress, importFile } from "@/lib/platform/import/run-import";
import { readArguments, withDatabase } from "./command";

const EVERY_MS = 2_000;
const numbers = new Intl.NumberFormat("en-GB");

/** Imports a file of records and prints the progress every two seconds. Fails unless every line was stored. */
export async function importRecords(args: string[]): Promise<boolean> {
  const options = { "dry-run": { type: "boolean", default: false } } as const;
  const { argument: file, values } = readArguments(args, options);
  const isDryRun = values["dry-run"];
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    process.stderr.write(`There is no file ${file}.\n`);
    return false;
  }
  return withDatabase("import", async () => {
    const startedAt = Date.now();
    const finished = await importFile(file, { isDryRun }, printEverySoOften());
    const seconds = (Date.now() - startedAt) / 1000;
    process.stdout.write(summarize(file, finished, seconds, isDryRun));
    return finished.counts.failed === 0;
  });
}

function printEverySoOften(): (progress: FileProgress) => void {
  const begin = Date.now();
  let before: { at: number; lines: number } | undefined;
  return (progress) => {
    const now = Date.now();
    const lines = linesOf(progress);
    before ??= { at: begin, lines };
    if (now - before.at < EVERY_MS) return;
    const rate = ((lines - before.lines) * 1000) / (now - before.at);
    const percent = Math.floor((100 * progress.done) / progress.size);
    const speed = `${numbers.format(Math.round(rate))} lines/s`;
    process.stdout.write(`${percent} %: ${countsOf(progress)}, ${speed}\n`);
    before = { at: now, lines };
  };
}

function linesOf({ counts }: FileProgress): number {
  return counts.created + counts.updated + counts.unchanged + counts.failed;
}

function countsOf({ counts }: FileProgress): string {
  return Object.entries(counts)
    .filter(([status, count]) => count > 0 || status === "failed")
    .map(([status, count]) => `${numbers.format(count)} ${status}`)
    .join(", ");
}

function summarize(
  file: string,
  progress: FileProgress,
  seconds: number,
  isDryRun: boolean,
): string {
  const lines = numbers.format(linesOf(progress));
  const done = isDryRun ? "would give" : "gave";
  const errors = progress.counts.failed > 0 ? ` The errors are in ${file}.errors.ndjson.` : "";
  return `${lines} lines ${done} ${countsOf(progress)} in ${seconds.toFixed(1)} s.${errors}\n`;
}
