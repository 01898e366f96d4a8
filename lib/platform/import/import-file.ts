import {
  createReadStream,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { appendFile } from "node:fs/promises";
import { z } from "zod";
import { newId } from "@/lib/core/crypto/ids";
import { readLines } from "@/lib/core/http/read-lines";
import { readIfPresent } from "@/lib/core/process/read-if-present.mjs";
import type { LineResult } from "@/lib/platform/import/import-records";
import { dryRunImport, noCounts, runImport } from "@/lib/platform/import/run-import";

/** How far the import of a file has come. */
export type FileProgress = {
  /** Lines with a result, by status. */
  counts: Record<LineResult["status"], number>;
  /** Bytes of the file that are done, and in all. */
  done: number;
  size: number;
};

const checkpointSchema = z.object({
  size: z.int(),
  modified: z.number(),
  line: z.int(),
  done: z.int(),
  errorBytes: z.int(),
  counts: z.object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.int(),
  }),
});

type Checkpoint = z.output<typeof checkpointSchema>;

/**
 * Imports a file of records from the shell. Failed lines are written to `FILE.errors.ndjson`.
 * Its progress is kept in `FILE.progress.json`, so that an interrupted import resumes where it stopped.
 * @param say called after each block of lines
 * @returns the progress at the end
 */
export async function importFile(
  file: string,
  { isDryRun }: { isDryRun: boolean },
  say: (progress: FileProgress) => void,
): Promise<FileProgress> {
  const checkpoint = isDryRun ? start(file) : resume(file);
  const errors = `${file}.errors.ndjson`;
  if (checkpoint.errorBytes === 0) rmSync(errors, { force: true });
  else truncateSync(errors, checkpoint.errorBytes);
  const from = { line: checkpoint.line, end: checkpoint.done };
  const lines = readLines(createReadStream(file, { start: checkpoint.done }), from);
  const run = isDryRun ? dryRunImport : runImport;
  const source = { caller: null, info: { ipAddress: null, requestId: newId() } };
  await run(lines, source, async (results, end) => {
    const failed = results.filter(({ status }) => status === "failed");
    const text = failed.map((result) => `${JSON.stringify(result)}\n`).join("");
    if (text !== "") await appendFile(errors, text);
    for (const { status } of results) checkpoint.counts[status] += 1;
    checkpoint.errorBytes += Buffer.byteLength(text);
    checkpoint.line = (results.at(-1)?.line ?? checkpoint.line) + 1;
    checkpoint.done = end;
    if (!isDryRun) keep(file, checkpoint);
    say(checkpoint);
  });
  rmSync(progressOf(file), { force: true });
  return checkpoint;
}

const progressOf = (file: string) => `${file}.progress.json`;

function start(file: string): Checkpoint {
  const { size, mtimeMs } = statSync(file);
  return { size, modified: mtimeMs, line: 1, done: 0, errorBytes: 0, counts: noCounts() };
}

// A file that has changed since starts again from its first line; what is stored already is then unchanged.
function resume(file: string): Checkpoint {
  const fresh = start(file);
  const checkpointText = readIfPresent(progressOf(file));
  const parsed =
    checkpointText === null ? null : checkpointSchema.safeParse(JSON.parse(checkpointText));
  const isSame = parsed?.data?.size === fresh.size && parsed.data.modified === fresh.modified;
  return isSame && parsed.data ? parsed.data : fresh;
}

// Renamed into place, so that a crash leaves either the old or the new one.
function keep(file: string, checkpoint: Checkpoint): void {
  const path = progressOf(file);
  writeFileSync(`${path}.new`, JSON.stringify(checkpoint), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
