import { actorOf, type Caller } from "@/lib/access/caller";
import type { CallLog } from "@/lib/activity/calls/call-log";
import { callEvents } from "@/lib/activity/calls/live/call-events";
import { takeTail } from "@/lib/activity/calls/live/open-tails";
import type { CallMatch } from "@/lib/activity/calls/query-schemas";
import type { EventFeed } from "@/lib/kernel/http/event-stream";
import type { LiveFacts } from "@/lib/operation/operation";

/**
 * The calls of a log as they happen, for a caller who may read it.
 * @throws ServiceError temporarily_unavailable if too many watch, or the caller in too many connections
 */
export function watchCalls(
  log: CallLog,
  match: CallMatch,
  { caller, lastEventId, authorizeAgain }: LiveFacts & { caller: Caller },
): EventFeed {
  const release = takeTail(actorOf(caller));
  return (signal) =>
    callEvents({ log, match, lastEventId, authorizeAgain, release: release, signal });
}
