import type { CallPosition, CallSpan } from "@/lib/requests/calls/call-log";

/**
 * Rows are written shortly after their request began, and out of order by several processes. So each reading goes back
 * this far and skips the rows it has already found.
 */
const OVERLAP_MS = 10_000;

const CLOCK_MS = 60_000;
const MAX_AT_ONCE = 200;

/** A row that is sent again when its status or duration changes. */
type LogRow = { createdAt: Date; status: number | null; milliseconds: number | null };

/** How a log is read, newest first; `reached` is where reading stopped before the end of the span. */
export type LogReader<Row> = {
  read: (span: CallSpan, limit: number) => Promise<{ rows: Row[]; reached: CallPosition | null }>;
  keyOf: (row: Row) => string;
};

/** The rows found by one reading of the log. */
export type NewRows<Row> = {
  /** Oldest first: rows that are new, or whose status is. */
  rows: Row[];
  /** Whether there were too many since the last look to return each. */
  isCut: boolean;
};

/**
 * Follows a log from a time on.
 * @returns looks at the log: what is new since the last look
 */
export function followLog<Row extends LogRow>(
  { read, keyOf }: LogReader<Row>,
  since: Date,
): () => Promise<NewRows<Row>> {
  let newest = since.getTime();
  let sentRows = new Map<string, SentRow>();
  return async () => {
    const from = newest - OVERLAP_MS;
    const span = { from: new Date(from), before: new Date(Date.now() + CLOCK_MS), belowId: "" };
    const { rows, reached } = await read(span, MAX_AT_ONCE);
    const fresh = rows.filter((row) => sentRows.get(keyOf(row))?.state !== stateOf(row));
    const isFull = rows.length === MAX_AT_ONCE || reached !== null;
    const oldest = rows.at(-1);
    const isCut = isFull && (oldest === undefined || fresh.includes(oldest));
    for (const row of rows) {
      newest = Math.max(newest, Math.min(row.createdAt.getTime(), Date.now()));
      sentRows.set(keyOf(row), { at: row.createdAt.getTime(), state: stateOf(row) });
    }
    sentRows = new Map([...sentRows].filter(([, { at }]) => at >= newest - OVERLAP_MS));
    return { rows: fresh.toReversed(), isCut };
  };
}

/** The time and last state of a row that was returned. */
type SentRow = { at: number; state: string };

function stateOf({ status, milliseconds }: LogRow): string {
  return `${status}/${milliseconds}`;
}
