import type { FoundRequests } from "@/lib/requests/log/find-requests";
import type { RequestRow } from "@/lib/requests/log/row-sql";
import type { LogSpan } from "@/lib/requests/log/span";

/**
 * Rows are written shortly after their request began, and out of order by several processes. So each reading goes back
 * this far and skips the rows it has already found.
 */
const OVERLAP_MS = 10_000;

const CLOCK_MS = 60_000;
const MAX_AT_ONCE = 200;

/** How a log is read, newest first. */
export type ReadLog = (span: LogSpan, limit: number) => Promise<FoundRequests>;

/** What one reading of the log found. */
type NewRequests = {
  /** Oldest first: requests that are new, or whose status is. */
  rows: RequestRow[];
  /** Whether there were too many since the last look to return each. */
  isCut: boolean;
};

/**
 * Follows a log from a time on.
 * @returns looks at the log: what is new since the last look
 */
export function followLog(read: ReadLog, since: Date): () => Promise<NewRequests> {
  let newest = since.getTime();
  let sentRows = new Map<string, SentRow>();
  return async () => {
    const from = newest - OVERLAP_MS;
    const span = { from: new Date(from), before: new Date(Date.now() + CLOCK_MS), belowKey: "" };
    const { requests: rows, reached } = await read(span, MAX_AT_ONCE);
    const fresh = rows.filter((row) => sentRows.get(row.key)?.state !== stateOf(row));
    const isFull = rows.length === MAX_AT_ONCE || reached !== null;
    const oldest = rows.at(-1);
    const isCut = isFull && (oldest === undefined || fresh.includes(oldest));
    for (const row of rows) {
      newest = Math.max(newest, Math.min(row.createdAt.getTime(), Date.now()));
      sentRows.set(row.key, { at: row.createdAt.getTime(), state: stateOf(row) });
    }
    sentRows = new Map([...sentRows].filter(([, { at }]) => at >= newest - OVERLAP_MS));
    return { rows: fresh.toReversed(), isCut };
  };
}

/** The time and last state of a row that was returned. */
type SentRow = { at: number; state: string };

function stateOf({ status, milliseconds }: RequestRow): string {
  return `${status}/${milliseconds}`;
}
