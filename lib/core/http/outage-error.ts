import type { OutageKind } from "@/lib/core/db/outage";
import { ServiceError } from "@/lib/core/errors";

type Answer = { retryAfterSeconds: number; message: string };

const AWAY: Answer = {
  retryAfterSeconds: 5,
  message: "The database cannot be reached right now. Try again in a few seconds.",
};

const UNABLE: Answer = {
  retryAfterSeconds: 30,
  message:
    "The database accepts no changes right now. Try again in half a minute; if the problem persists, contact the operator of this installation.",
};

const answers: Readonly<Record<OutageKind, Answer>> = {
  unreachable: AWAY,
  overloaded: {
    retryAfterSeconds: 5,
    message: "The database is too busy to respond in time. Try again in a few seconds.",
  },
  // The outcome of the statement is unknown, so it must never be retried blindly.
  lost: {
    retryAfterSeconds: 5,
    message:
      "The connection to the database broke before it responded, so the change may or may not have been made. Check before you retry.",
  },
  read_only: UNABLE,
  full: UNABLE,
  pooler: UNABLE,
};

/** The response to a database outage: 503 with Retry-After (RFC 9110, 10.2.3). */
export function outageError(kind: OutageKind): ServiceError {
  const { retryAfterSeconds, message } = answers[kind];
  return new ServiceError("temporarily_unavailable", message, {
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}
