import type { Line } from "@/lib/core/http/read-lines";
import type { StoreStatus } from "@/lib/core/values/import-status";
import type { PlatformCaller } from "@/lib/operation/access/platform-caller";
import { ImportWindow, type PlacedRecord } from "@/lib/platform/import/import-window";
import { identify, parseRecord, type RecordName } from "@/lib/platform/import/parse-record";
import { keysOf, needsOf } from "@/lib/platform/import/record-types";
import type { Result, StoreRecords } from "@/lib/platform/import/store-record";

/** How many records are stored together. */
const BATCH = 125;
/** How many batches are stored at the same time. */
const LANES = 4;
/** How many things that failed lines would have stored are remembered. */
const MAX_CAUSES = 10_000;

/** The result of a line. One that failed has the type and ids of its record, and the line of the first cause. */
export type LineResult = RecordName & {
  line: number;
  status: StoreStatus | "failed";
  error?: string;
  caused_by_line?: number;
};

/** An import: who sends it, how records are stored, and where the results go, in the order of the lines. */
export type Import = {
  /** Null for an import from the shell. */
  caller: PlatformCaller | null;
  store: StoreRecords;
  /** Whether records may be stored at the same time. */
  parallel: boolean;
  /** @param end where the next line starts, in bytes from the beginning */
  report: (results: readonly LineResult[], end: number) => void | Promise<void>;
};

/** Why an import ends before its last line; the message is for the sender. */
export class ImportStopped extends Error {}

/**
 * Stores the records of an import in constant memory, as if one after the other: within a window of lines, records are
 * stored in sets by type unless one of them depends on the order. A bad line does not affect the others.
 * @throws ImportStopped as the lines do, after what they had before is stored and reported
 */
export async function importRecords(lines: AsyncIterable<Line>, settings: Import): Promise<void> {
  const causes = new Map<string, number>();
  let window = new ImportWindow();

  async function flush(): Promise<void> {
    const full = window;
    window = new ImportWindow();
    const last = full.lines.at(-1);
    if (last) await settings.report(await storeWindow(full, causes, settings), last.end);
  }

  try {
    for await (const line of lines) {
      const parsed = parseRecord(line, settings.caller);
      if (!("error" in parsed) && window.wouldReorder(parsed)) await flush();
      window.add(line, parsed);
      if (window.isFull) await flush();
    }
  } catch (thrown) {
    if (thrown instanceof ImportStopped) await flush();
    throw thrown;
  }
  await flush();
}

async function storeWindow(
  window: ImportWindow,
  causes: Map<string, number>,
  settings: Import,
): Promise<LineResult[]> {
  const results: LineResult[] = [];
  const fail = (at: number, line: Line, error: string, needs: readonly string[]) => {
    const { name, writes } = identify(line);
    const cause = needs.map((key) => causes.get(key)).find((one) => one && one < line.line);
    const first = cause ?? line.line;
    for (const key of writes) {
      if (!causes.has(key) && causes.size < MAX_CAUSES) causes.set(key, first);
    }
    const failure = { line: line.line, status: "failed", ...name, error } as const;
    results[at] = cause ? { ...failure, caused_by_line: cause } : failure;
  };
  for (const [at, line] of window.lines.entries()) {
    const fault = window.faults.get(at);
    if (fault !== undefined) fail(at, line, fault, []);
  }
  for (const set of window.sets()) {
    const outcomes = await storeSet(set, settings);
    for (const [index, { at, parsed }] of set.entries()) {
      const [line, outcome] = [window.lines[at], outcomes[index]];
      if (!line || !outcome) throw new Error("A record has no result");
      const { type, record } = parsed;
      if ("error" in outcome) {
        fail(at, line, outcome.error, outcome.isCascade ? needsOf(type, record) : []);
      } else {
        results[at] = { line: line.line, status: outcome.status };
        for (const key of keysOf(record, type.writes)) causes.delete(key);
      }
    }
  }
  return results;
}

async function storeSet(
  set: readonly PlacedRecord[],
  { store, parallel }: Import,
): Promise<Result[]> {
  const size = set[0]?.parsed.type.storeMany ? BATCH : 1;
  const results: Result[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    while (next < set.length) {
      const first = next;
      next += size;
      const outcomes = await store(set.slice(first, next).map(({ parsed }) => parsed));
      for (const [index, outcome] of outcomes.entries()) results[first + index] = outcome;
    }
  }
  await Promise.all(Array.from({ length: parallel ? LANES : 1 }, lane));
  return results;
}
