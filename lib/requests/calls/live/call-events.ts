import { setTimeout as pause } from "node:timers/promises";
import { ServiceError } from "@/lib/core/errors";
import { isDraining } from "@/lib/core/http/draining";
import { eventText } from "@/lib/core/http/streamed-responses";
import type { CallLog } from "@/lib/requests/calls/call-log";
import { followCalls } from "@/lib/requests/calls/live/follow-calls";
import type { CallMatch } from "@/lib/requests/calls/query-schemas";
import { serializeCall } from "@/lib/requests/calls/serialize";

const LOOK_EVERY_MS = 300;
const AUTHORIZE_EVERY_MS = 2_000;
/** Well below the silence after which servers and proxies close a connection. */
const COMMENT_EVERY_MS = 15_000;
const RECONNECT_AFTER_MS = 1_000;
/** How far back a connection continues that was lost. */
const LONGEST_GAP_MS = 5 * 60_000;

const FORM_OF_ID = /^(\d{1,15})-/;

/** What {@link callEvents} sends, and until when. */
export type Watching = {
  log: CallLog;
  match: CallMatch;
  lastEventId: string | null;
  /** @throws ServiceError when the caller may no longer watch */
  authorizeAgain: () => Promise<void>;
  /** Called once at the end. */
  release: () => void;
  /** Aborted when the caller has left. */
  signal: AbortSignal;
};

/** The calls of a log as server-sent events, until the caller leaves, their access ends or the server stops. */
export async function* callEvents(watching: Watching): AsyncGenerator<string> {
  const { log, match, lastEventId, signal } = watching;
  const resumed = timeOf(lastEventId);
  const look = followCalls(log, match, new Date(resumed ?? Date.now()));
  let authorizedAt = Date.now();
  let sentAt = Date.now();
  let mayTellGaps = resumed !== null;
  try {
    yield `retry: ${RECONNECT_AFTER_MS}\n\n`;
    while (!signal.aborted) {
      if (isDraining()) {
        yield eventText("end", { reason: "restart" });
        return;
      }
      if (Date.now() - authorizedAt >= AUTHORIZE_EVERY_MS) {
        if (!(await isStillAllowed(watching))) {
          yield eventText("end", { reason: "access_ended" });
          return;
        }
        authorizedAt = Date.now();
      }
      const { calls, isCut } = await look();
      let text = isCut && mayTellGaps ? eventText("gap", {}) : "";
      for (const row of calls) {
        text += eventText(
          "call",
          serializeCall(row),
          `${row.createdAt.getTime()}-${row.requestId}`,
        );
      }
      if (!text && Date.now() - sentAt >= COMMENT_EVERY_MS) text = ": still here\n\n";
      if (text) {
        yield text;
        sentAt = Date.now();
      }
      // What happened before the connection is in the list.
      mayTellGaps = true;
      await pause(LOOK_EVERY_MS);
    }
  } finally {
    watching.release();
  }
}

async function isStillAllowed({ authorizeAgain }: Watching): Promise<boolean> {
  try {
    await authorizeAgain();
    return true;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return false;
    throw thrown;
  }
}

// Not before the gap that may be filled; null without an id of ours.
function timeOf(eventId: string | null): number | null {
  const [, milliseconds] = FORM_OF_ID.exec(eventId ?? "") ?? [];
  if (milliseconds === undefined) return null;
  return Math.max(Date.now() - LONGEST_GAP_MS, Math.min(Number(milliseconds), Date.now()));
}
