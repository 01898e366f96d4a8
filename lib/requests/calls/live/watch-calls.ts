import type { EventFeed } from "@/lib/core/http/streamed-responses";
import { actorOf, type Caller } from "@/lib/operation/access/caller";
import type { LiveFacts } from "@/lib/operation/operation";
import type { CallLog } from "@/lib/requests/calls/call-log";
import { callEvents } from "@/lib/requests/calls/live/call-events";
import { takeTail } from "@/lib/requests/calls/live/open-tails";
import type { CallMatch } from "@/lib/requests/calls/query-schemas";

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
