import { cursorAfter, readCursor } from "@/lib/core/http/cursor-page";
import { type CallLog, type CallPosition, spanOf } from "@/lib/requests/calls/call-log";
import type { ListCallsQuery } from "@/lib/requests/calls/query-schemas";
import { readCalls } from "@/lib/requests/calls/repository";
import type { CallList } from "@/lib/requests/calls/schemas";
import { serializeCall } from "@/lib/requests/calls/serialize";

const LIST = "calls";

/**
 * A page of a log, newest call first. It may have fewer calls than the limit although more follow: what is read of a
 * page is limited.
 * @throws ServiceError invalid_request for a forged cursor
 */
export async function listCalls(
  log: CallLog,
  { cursor, limit, ...filter }: ListCallsQuery,
): Promise<CallList> {
  const span = spanOf(filter, positionOfKey(readCursor(LIST, cursor, "")));
  const { calls, reached } = await readCalls(log, span, filter, limit + 1);
  const pageCalls = calls.slice(0, limit);
  const next = calls.length > limit ? (pageCalls.at(-1) ?? null) : reached;
  return {
    items: pageCalls.map(serializeCall),
    page: {
      type: "cursor",
      next_id: next ? cursorAfter(LIST, keyOfPosition(next)) : "",
      has_next: next !== null,
      size: limit,
    },
  };
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
