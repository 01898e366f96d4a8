import { ServiceError } from "@/lib/core/errors";
import { isDraining } from "@/lib/core/http/draining";
import { type EventFeed, eventText } from "@/lib/core/http/streamed-responses";
import { wait } from "@/lib/core/process/wait";
import type { LiveFacts } from "@/lib/operation/operation";
import { followLog, type ReadLog } from "@/lib/requests/live/follow-log";
import { tailSlots } from "@/lib/requests/live/open-tails";
import { serializeRequest } from "@/lib/requests/log/serialize";

const LOOK_EVERY_MS = 300;
/** With more connections, each looks less often, so that together they ask the database no more than these. */
const MAX_EAGER = 50;
const AUTHORIZE_EVERY_MS = 2_000;
/** Well below the silence after which servers and proxies close a connection. */
const COMMENT_EVERY_MS = 15_000;
const RECONNECT_AFTER_MS = 1_000;
/** How far back a connection continues that was lost. */
const LONGEST_GAP_MS = 5 * 60_000;

const FORM_OF_ID = /^(\d{1,15})-/;

/** Who watches, and from where on. */
type Watcher = LiveFacts & { actor: string };

/**
 * The requests of a log as they happen, for a caller who may read it.
 * @throws ServiceError temporarily_unavailable if too many watch, or the caller in too many connections
 */
export function watchLog(read: ReadLog, watcher: Watcher): EventFeed {
  const release = tailSlots.acquire(watcher.actor);
  return (signal) => liveEvents(read, { ...watcher, release, signal });
}

type Watching = Watcher & {
  /** Called once at the end. */
  release: () => void;
  /** Aborted when the caller has left. */
  signal: AbortSignal;
};

// Until the caller leaves, their access ends or the server stops.
async function* liveEvents(read: ReadLog, watching: Watching): AsyncGenerator<string> {
  const { lastEventId, signal } = watching;
  const resumed = timeOf(lastEventId);
  const look = followLog(read, new Date(resumed ?? Date.now()));
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
      const { rows, isCut } = await look();
      let text = isCut && mayTellGaps ? eventText("gap", {}) : "";
      for (const row of rows) {
        const id = `${row.createdAt.getTime()}-${row.requestId}`;
        text += eventText("request", serializeRequest(row), id);
      }
      if (!text && Date.now() - sentAt >= COMMENT_EVERY_MS) text = ": still here\n\n";
      if (text) {
        yield text;
        sentAt = Date.now();
      }
      // What happened before the connection is in the list.
      mayTellGaps = true;
      await wait(LOOK_EVERY_MS * Math.max(1, tailSlots.count() / MAX_EAGER), { signal });
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
