import type { Line } from "@/lib/core/http/read-lines";
import type { StoreStatus } from "@/lib/core/values/import-status";
import type { PlatformCaller } from "@/lib/operation/access/platform-caller";
import {
  identify,
  keysOf,
  needsOf,
  type ParsedRecord,
  parseRecord,
  type RecordName,
  recordTypes,
} from "@/lib/platform/import/record-types";
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

/** The maximum numbers of lines and, roughly, of bytes in memory before they are stored. */
const MAX_LINES = 2_000;
const MAX_BYTES = 4 * 1024 * 1024;

/** A record and the index of its line in the window. */
type PlacedRecord = { at: number; parsed: ParsedRecord };

const RANKS = new Map([...recordTypes.values()].map((type, rank) => [type, rank]));

/**
 * Consecutive lines of an import, whose records are stored in sets: by type, and those that change the same thing in the
 * order of their lines. The result is that of storing one line after the other.
 */
class ImportWindow {
  readonly lines: Line[] = [];
  /** Errors of lines without a record, by index. */
  readonly faults = new Map<number, string>();
  readonly #sets = new Map<number, PlacedRecord[][]>();
  readonly #lastRead = new Map<string, number>();
  readonly #lastWrite = new Map<string, number>();
  readonly #writes = new Map<string, number>();
  #bytes = 0;

  get isFull(): boolean {
    return this.lines.length >= MAX_LINES || this.#bytes >= MAX_BYTES;
  }

  /** Whether sorting by type would store the record before an earlier one that it must come after. */
  wouldReorder({ type, record }: ParsedRecord): boolean {
    const rank = rankOf({ type });
    const isLater = (ranks: Map<string, number>, key: string) => (ranks.get(key) ?? -1) > rank;
    return (
      keysOf(record, type.reads).some((key) => isLater(this.#lastWrite, key)) ||
      keysOf(record, type.writes).some(
        (key) => isLater(this.#lastWrite, key) || isLater(this.#lastRead, key),
      )
    );
  }

  add(line: Line, parsed: ParsedRecord | { error: string }): void {
    const at = this.lines.push(line) - 1;
    this.#bytes += "text" in line ? line.text.length : 0;
    if ("error" in parsed) this.faults.set(at, parsed.error);
    else this.#place({ at, parsed });
  }

  /** The records in the order in which they are stored. Those of a set have one type and change nothing in common. */
  sets(): PlacedRecord[][] {
    return [...this.#sets.entries()]
      .sort(([one], [other]) => one - other)
      .flatMap(([, sets]) => sets);
  }

  #place(placed: PlacedRecord): void {
    const { type, record } = placed.parsed;
    const rank = rankOf({ type });
    const writes = keysOf(record, type.writes);
    const earlier = writes.map((key) => this.#writes.get(`${rank} ${key}`) ?? 0);
    const round = Math.max(0, ...earlier);
    for (const key of writes) {
      this.#writes.set(`${rank} ${key}`, round + 1);
      this.#lastWrite.set(key, Math.max(rank, this.#lastWrite.get(key) ?? -1));
    }
    for (const key of keysOf(record, type.reads)) {
      this.#lastRead.set(key, Math.max(rank, this.#lastRead.get(key) ?? -1));
    }
    const sets = this.#sets.get(rank) ?? [];
    this.#sets.set(rank, sets);
    const set = sets[round] ?? [];
    sets[round] = set;
    set.push(placed);
  }
}

function rankOf({ type }: Pick<ParsedRecord, "type">): number {
  const rank = RANKS.get(type);
  if (rank === undefined) throw new Error("The type has no rank");
  return rank;
}
