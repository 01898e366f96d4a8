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
import { type Origin, recordPlatformChange } from "@/lib/audit/record-change";
import { newId } from "@/lib/core/crypto/ids";
import { db, transaction } from "@/lib/core/db/client";
import { type Line, readLines } from "@/lib/core/http/read-lines";
import { readIfPresent } from "@/lib/core/process/read-if-present.mjs";
import { type PlatformCaller, platformActor } from "@/lib/operation/access/platform-caller";
import { importRecords, type LineResult } from "@/lib/platform/import/import-records";
import { type Importer, mayGivePermissions } from "@/lib/platform/import/record-types";
import { storeRecords, storeRecordsIn } from "@/lib/platform/import/store-record";

const DRY_RUN_MS = 30 * 60 * 1000;

/** Receives results in the order of the lines. @param end where the next line starts, in bytes */
export type Report = (results: readonly LineResult[], end: number) => void | Promise<void>;

/** Who runs an import. `caller` is null for an import from the shell. */
type ImportSource = { caller: PlatformCaller | null; info: Origin };

function importerOf({ caller, info }: ImportSource): Importer {
  return {
    actor: caller ? platformActor(caller) : "operator:shell",
    info,
    mayGivePermissions: caller === null || mayGivePermissions(caller),
  };
}

/** Runs an import. Besides the entries of its records, it leaves one audit entry with the number of lines by their status. */
export async function runImport(
  lines: AsyncIterable<Line>,
  { caller, info }: ImportSource,
  report: Report,
): Promise<void> {
  const by = importerOf({ caller, info });
  const counts = noCounts();
  try {
    await importRecords(lines, {
      caller,
      store: storeRecords(by),
      parallel: true,
      report: async (results, end) => {
        for (const { status } of results) counts[status] += 1;
        await report(results, end);
      },
    });
  } finally {
    const change = { action: "directory.imported", target: `import:${info.requestId}` };
    await transaction((tx) =>
      recordPlatformChange(tx, by.actor, info, { ...change, after: counts }),
    );
  }
}

/** Lines by status, before the first. */
export function noCounts(): Record<LineResult["status"], number> {
  return { created: 0, updated: 0, unchanged: 0, failed: 0 };
}

class RollBackDryRun extends Error {}

/** Reports what an import would do and changes nothing. */
export async function dryRunImport(
  lines: AsyncIterable<Line>,
  { caller, info }: ImportSource,
  report: Report,
): Promise<void> {
  try {
    await db().$transaction(
      async (tx) => {
        const store = storeRecordsIn(tx, importerOf({ caller, info }));
        await importRecords(lines, { caller, store, parallel: false, report });
        throw new RollBackDryRun();
      },
      { timeout: DRY_RUN_MS },
    );
  } catch (thrown) {
    if (!(thrown instanceof RollBackDryRun)) throw thrown;
  }
}

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

/** How far the import of a file has come: lines with a result, by status, and bytes that are done, and in all. */
export type FileProgress = Pick<Checkpoint, "counts" | "done" | "size">;

/**
 * Imports a file of records from the shell. Failed lines are written to `FILE.errors.ndjson`.
 * Its progress is kept in `FILE.progress.json`, so that an interrupted import resumes where it stopped.
 * @param say called after each block of lines
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
