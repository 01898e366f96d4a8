import type { CallLog } from "@/lib/requests/calls/call-log";
import type { CallRow } from "@/lib/requests/calls/list-sql";
import type { CallMatch } from "@/lib/requests/calls/query-schemas";
import { readCalls } from "@/lib/requests/calls/repository";

/**
 * Rows are written shortly after their call began, and out of order by several processes. So each reading goes back
 * this far and skips the calls it has already found.
 */
const OVERLAP_MS = 10_000;

const CLOCK_MS = 60_000;
const MOST_AT_ONCE = 200;

/** The calls found by one reading of the log. */
export type NewCalls = {
  /** Oldest first: calls that are new, or whose status is. */
  calls: CallRow[];
  /** Whether there were too many since the last look to return each. */
  isCut: boolean;
};

/**
 * Follows a log from a time on.
 * @returns looks at the log: what is new since the last look
 */
export function followCalls(log: CallLog, match: CallMatch, since: Date): () => Promise<NewCalls> {
  let newest = since.getTime();
  let sentCalls = new Map<string, SentCall>();
  return async () => {
    const from = newest - OVERLAP_MS;
    const span = { from: new Date(from), before: new Date(Date.now() + CLOCK_MS), belowId: "" };
    const { calls, reached } = await readCalls(log, span, match, MOST_AT_ONCE);
    const fresh = calls.filter((row) => sentCalls.get(row.requestId)?.state !== stateOf(row));
    const isFull = calls.length === MOST_AT_ONCE || reached !== null;
    const oldest = calls.at(-1);
    const isCut = isFull && (oldest === undefined || fresh.includes(oldest));
    for (const row of calls) {
      newest = Math.max(newest, Math.min(row.createdAt.getTime(), Date.now()));
      sentCalls.set(row.requestId, { at: row.createdAt.getTime(), state: stateOf(row) });
    }
    sentCalls = new Map([...sentCalls].filter(([, { at }]) => at >= newest - OVERLAP_MS));
    return { calls: fresh.toReversed(), isCut };
  };
}

/** The time and last state of a call that was returned. */
type SentCall = { at: number; state: string };

function stateOf({ status, milliseconds }: CallRow): string {
  return `${status}/${milliseconds}`;
}
