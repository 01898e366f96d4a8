import { isId } from "@/lib/core/crypto/ids";
import { timestampOfId } from "@/lib/gate/calls/record-call";
import type { RequestFilter } from "@/lib/requests/log/query-schemas";
import { DEFAULT_WINDOW_DAYS } from "@/lib/requests/log/values";

/** The place of a request in a log, newest first. */
export type LogPosition = {
  createdAt: Date;
  /** Of the row, as `entry-id-values.ts` says. */
  key: string;
};

/** A part of a log by time. */
export type LogSpan = {
  from: Date;
  /** Only requests before this; at this time, only those with keys below `belowKey`, which may be empty. */
  before: Date;
  belowKey: string;
};

const DAY_MS = 86_400_000;
/** Clocks of servers differ. */
const LATEST_MS = 60_000;
/** How long before and after the second in a request id the request may have begun. */
const ID_EARLY_MS = 1_000;
const ID_LATE_MS = 5_000;

/** The time of a filter after a position. A search for a request id reads few partitions, and finds one of any age. */
export function spanOf(filter: RequestFilter, after: LogPosition | null = null): LogSpan {
  const { from, to, q, client_id } = filter;
  let end = to ? Date.parse(to) : Date.now() + LATEST_MS;
  let start = from ? Date.parse(from) : end - DEFAULT_WINDOW_DAYS * DAY_MS;
  if (q !== undefined && isId(q) && !client_id) {
    const of = spanOfId(q);
    start = from ? Math.max(start, of.from.getTime()) : of.from.getTime();
    end = Math.min(end, of.before.getTime());
  }
  const isWithin = after !== null && after.createdAt.getTime() < end;
  return {
    from: new Date(start),
    before: isWithin ? after.createdAt : new Date(end),
    belowKey: isWithin ? after.key : "",
  };
}

/** When a request with an id of ours began: the id contains the second. */
export function spanOfId(id: string): Pick<LogSpan, "from" | "before"> {
  const second = timestampOfId(id).getTime();
  return { from: new Date(second - ID_EARLY_MS), before: new Date(second + ID_LATE_MS) };
}

/** A position as a cursor contains it. */
export function keyOfPosition({ createdAt, key }: LogPosition): string {
  return `${createdAt.toISOString()} ${key}`;
}

/** The position in a cursor; only our lists make cursors, so their form is known. */
export function positionOfKey(text: string): LogPosition | null {
  const space = text.indexOf(" ");
  const [time, key] = [text.slice(0, space), text.slice(space + 1)];
  return text === "" ? null : { createdAt: new Date(time), key };
}
