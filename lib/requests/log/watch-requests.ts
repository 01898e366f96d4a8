import type { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { isDraining } from "@/lib/core/http/server-state";
import { eventText } from "@/lib/core/http/streamed-responses";
import { slots } from "@/lib/core/limits/slots";
import { wait } from "@/lib/core/process/wait";
import type { ApiAccess } from "@/lib/operation/access";
import { type LiveFacts, operation } from "@/lib/operation/operation";
import { events } from "@/lib/operation/returns";
import { type FoundRequests, findRequests } from "@/lib/requests/log/find-requests";
import { INSTALLATION, type LogOwner, ORGANIZATION } from "@/lib/requests/log/owners";
import { liveRequestsQuerySchema } from "@/lib/requests/log/query-schemas";
import type { RequestRow } from "@/lib/requests/log/row-sql";
import { requestSchema } from "@/lib/requests/log/schemas";
import { serializeRequest } from "@/lib/requests/log/serialize";
import type { LogSpan } from "@/lib/requests/log/span";

/** Sends the requests of the clients of the caller's organization as they happen. */
export const watchRequests = watchOf("watchRequests", ORGANIZATION);

/** The same for the installation. */
export const watchPlatformRequests = watchOf("watchPlatformRequests", INSTALLATION);

/** @throws ServiceError forbidden or insufficient_scope; temporarily_unavailable if too many watch */
function watchOf<const Id extends string, A extends ApiAccess, P extends z.ZodObject>(
  id: Id,
  { path, access, params, of, scopeOf, actorOf }: LogOwner<A, P>,
) {
  return operation({
    id,
    request: { route: `GET ${path}/live`, params, query: liveRequestsQuerySchema },
    access,
    summary: `Watch the requests ${of}`,
    description:
      'Sends requests as server-sent events while they happen, each with the event name `request` and a request as JSON, within about a second. A call is sent again when its status arrives later; its `id` tells. `gap` says that there were too many to send each, and `end` that access has ended (`{"reason": "access_ended"}`) or that the server restarts (`restart`). After a lost connection, `Last-Event-ID` continues with those of the last five minutes. Each process serves a limited number of such connections and answers 503 with `Retry-After` above it.',
    tag: "Requests",
    returns: events(requestSchema, "The requests as they happen."),
    async run(context) {
      const { caller, query: filter, lastEventId, authorizeAgain } = context;
      const scope = scopeOf(caller, context.params);
      const read: ReadLog = (span, limit) => findRequests(scope, span, { filter, limit });
      const release = tailSlots.acquire(actorOf(caller));
      return (signal) => liveEvents(read, { lastEventId, authorizeAgain, release, signal });
    },
  });
}

/** Live connections that one process serves at a time. None holds a database connection between two looks. */
export const MAX_TAILS = 200;
/** The maximum for one person or client. */
export const MAX_TAILS_OF_CALLER = 5;

const RETRY_SECONDS = 10;
const NEXT = `Try again in ${RETRY_SECONDS} seconds, or list them instead.`;

export const tailSlots = slots("live-tails", {
  max: {
    slots: MAX_TAILS,
    message: `${MAX_TAILS} connections already watch this server. ${NEXT}`,
  },
  maxPerOwner: {
    slots: MAX_TAILS_OF_CALLER,
    message: `${MAX_TAILS_OF_CALLER} connections of yours already watch. Close one. ${NEXT}`,
  },
  retrySeconds: RETRY_SECONDS,
});

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

type Watching = LiveFacts & {
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

/**
 * Rows are written shortly after their request began, and out of order by several processes. So each reading goes back
 * this far and skips the rows it has already found.
 */
const OVERLAP_MS = 10_000;

const CLOCK_MS = 60_000;
const MAX_AT_ONCE = 200;

/** How a log is read, newest first. */
type ReadLog = (span: LogSpan, limit: number) => Promise<FoundRequests>;

/**
 * Follows a log from a time on.
 * @returns looks at the log: requests that are new since the last look, or whose status is, oldest first, and whether
 * there were too many to return each
 */
function followLog(
  read: ReadLog,
  since: Date,
): () => Promise<{ rows: RequestRow[]; isCut: boolean }> {
  let newest = since.getTime();
  /** The time and last state of rows that were returned. */
  let sentRows = new Map<string, { at: number; state: string }>();
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

function stateOf({ status, milliseconds }: RequestRow): string {
  return `${status}/${milliseconds}`;
}
