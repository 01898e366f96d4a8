import { actorOf, type Caller } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import type { CallLog } from "@/lib/activity/calls/call-log";
import { callEvents } from "@/lib/activity/calls/live/call-events";
import { takeTail } from "@/lib/activity/calls/live/open-tails";
import type { CallMatch } from "@/lib/activity/calls/query-schemas";
import type { Contract } from "@/lib/kernel/http/contract";
import type { EventFeed } from "@/lib/kernel/http/event-stream";

/** How a live connection continues. */
export type Resumption = {
  /** The Last-Event-ID header as sent, or null. */
  lastEventId: string | null;
  /** Checks the caller again. @throws ServiceError when access has ended */
  authorizeAgain: () => Promise<void>;
};

/** What operations that watch calls receive. */
export type WatchContext<C extends Contract> = OperationContext<C> & Resumption;

/**
 * The calls of a log as they happen, for a caller who may read it.
 * @throws ServiceError temporarily_unavailable if too many watch, or the caller in too many connections
 */
export function watchCalls(
  log: CallLog,
  match: CallMatch,
  { caller, lastEventId, authorizeAgain }: Resumption & { caller: Caller },
): EventFeed {
  const ended = takeTail(actorOf(caller));
  return (signal) => callEvents({ log, match, lastEventId, authorizeAgain, ended, signal });
}
