import type { PlatformCaller } from "@/lib/access/platform-caller";
import { type ParsedRecord, parseRecord } from "@/lib/directory/import/parse-record";
import type { StoreRecords } from "@/lib/directory/import/store-record";
import type { Line } from "@/lib/kernel/http/read-lines";
import type { StoreStatus } from "@/lib/kernel/import-status";

/** How many lines are stored before their results are reported. */
const CHUNK = 500;
/** How many records are stored together. */
const BATCH = 125;
/** How many batches are stored at the same time. */
const LANES = 4;

/** The result of a line. */
export type LineResult = { line: number; status: StoreStatus | "failed"; error?: string };

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

type Pending = { line: Line; parsed: ParsedRecord | { error: string } };

/**
 * Stores the records of an import in constant memory. Records take effect in the order of their lines; only neighbours
 * of the same type that share nothing are stored at the same time. A bad line does not affect the others.
 */
export async function importRecords(lines: AsyncIterable<Line>, settings: Import): Promise<void> {
  let chunk: Pending[] = [];
  let keys = new Set<string>();
  let type: string | undefined;

  async function flush(): Promise<void> {
    const stored = chunk;
    chunk = [];
    keys = new Set();
    type = undefined;
    const last = stored.at(-1);
    if (!last) return;
    await settings.report(await storeAll(stored, settings), last.line.end);
  }

  for await (const line of lines) {
    const parsed = parseRecord(line, settings.caller);
    if (!("error" in parsed)) {
      const key = parsed.type.key(parsed.record);
      if ((type !== undefined && type !== parsed.name) || keys.has(key)) await flush();
      keys.add(key);
      type = parsed.name;
    }
    chunk.push({ line, parsed });
    if (chunk.length >= CHUNK) await flush();
  }
  await flush();
}

async function storeAll(
  pending: readonly Pending[],
  { store, parallel }: Import,
): Promise<LineResult[]> {
  const results: LineResult[] = pending.map(({ line: { line }, parsed }) => ({
    line,
    status: "failed",
    ...("error" in parsed && { error: parsed.error }),
  }));
  const good = pending.flatMap(({ parsed }, at) => ("error" in parsed ? [] : [{ at, parsed }]));
  let next = 0;
  async function lane(): Promise<void> {
    while (next < good.length) {
      const batch = good.slice(next, next + BATCH);
      next += BATCH;
      const outcomes = await store(batch.map(({ parsed }) => parsed));
      for (const [index, { at }] of batch.entries()) {
        const line = pending[at]?.line.line ?? 0;
        const outcome = outcomes[index];
        if (!outcome) throw new Error("A record has no result");
        results[at] =
          "error" in outcome
            ? { line, status: "failed", error: outcome.error }
            : { line, status: outcome.status };
      }
    }
  }
  await Promise.all(Array.from({ length: parallel ? LANES : 1 }, lane));
  return results;
}
