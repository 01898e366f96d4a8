import type { Line } from "@/lib/core/http/read-lines";
import type { ParsedRecord } from "@/lib/platform/import/parse-record";
import { keysOf, recordTypes } from "@/lib/platform/import/record-types";

/** The maximum numbers of lines and, roughly, of bytes in memory before they are stored. */
const MAX_LINES = 2_000;
const MAX_BYTES = 4 * 1024 * 1024;

/** A record and the index of its line in the window. */
export type PlacedRecord = { at: number; parsed: ParsedRecord };

const RANKS = new Map([...recordTypes.values()].map((type, rank) => [type, rank]));

/**
 * Consecutive lines of an import, whose records are stored in sets: by type, and those that change the same thing in the
 * order of their lines. The result is that of storing one line after the other.
 */
export class ImportWindow {
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
