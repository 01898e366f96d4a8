import { isId } from "@/lib/core/crypto/ids";
import type { CallFilter } from "@/lib/requests/calls/query-schemas";
import { DEFAULT_WINDOW_DAYS } from "@/lib/requests/calls/values";

/** The part of the API log that a caller may read; every statement names it. */
export type CallLog = {
  /** Null for all clients. */
  clientId: string | null;
} & (
  | {
      /** The owner of the clients. */
      organizationId: string;
    }
  | {
      companyId: number;
    }
);

/** The place of a call in a log, newest first. */
export type CallPosition = {
  createdAt: Date;
  requestId: string;
};

/** A part of a log by time. */
export type CallSpan = {
  from: Date;
  /** Only calls before this; at this time, only those with ids below `belowId`, which may be empty. */
  before: Date;
  belowId: string;
};

const DAY_MS = 86_400_000;
/** Clocks of servers differ. */
const LATEST_MS = 60_000;
/** How long before and after the second in a request id the call may have begun. */
const ID_EARLY_MS = 1_000;
const ID_LATE_MS = 5_000;

/** The time span of a filter after a position. A request id contains its time in seconds. */
export function spanOf(
  filter: Pick<CallFilter, "from" | "to" | "request_id">,
  after: CallPosition | null = null,
): CallSpan {
  const second = timeOfRequestId(filter.request_id);
  const to = filter.to ? Date.parse(filter.to) : Date.now() + LATEST_MS;
  const from = filter.from ? Date.parse(filter.from) : to - DEFAULT_WINDOW_DAYS * DAY_MS;
  if (second === null) return part(from, to, after);
  return part(
    filter.from ? Math.max(from, second - ID_EARLY_MS) : second - ID_EARLY_MS,
    Math.min(to, second + ID_LATE_MS),
    after,
  );
}

function part(from: number, to: number, after: CallPosition | null): CallSpan {
  const isWithin = after !== null && after.createdAt.getTime() < to;
  return {
    from: new Date(from),
    before: isWithin ? after.createdAt : new Date(to),
    belowId: isWithin ? after.requestId : "",
  };
}

// In milliseconds; null unless the service generated the id.
function timeOfRequestId(requestId: string | undefined): number | null {
  if (requestId === undefined || !isId(requestId)) return null;
  return Number.parseInt(requestId.slice(0, 8), 16) * 1000;
}

/** A position as a cursor contains it. */
export function keyOfPosition({ createdAt, requestId }: CallPosition): string {
  return `${createdAt.toISOString()} ${requestId}`;
}

/** The position in a cursor; only our lists make cursors, so their form is known. */
export function positionOfKey(key: string): CallPosition | null {
  const space = key.indexOf(" ");
  const [time, requestId] = [key.slice(0, space), key.slice(space + 1)];
  return key === "" ? null : { createdAt: new Date(time), requestId };
}
