import type { OutageKind } from "@/lib/kernel/db/outage";
import { ServiceError } from "@/lib/kernel/errors";

type Answer = { retryAfterSeconds: number; message: string };

const AWAY: Answer = {
  retryAfterSeconds: 5,
  message: "The database cannot be reached right now. Try again in a few seconds.",
};

const UNABLE: Answer = {
  retryAfterSeconds: 30,
  message:
    "The database accepts no changes right now. Try again in half a minute; if it stays, tell whoever runs this installation.",
};

const answers: Readonly<Record<OutageKind, Answer>> = {
  unreachable: AWAY,
  overloaded: {
    retryAfterSeconds: 5,
    message: "The database is too busy to answer in time. Try again in a few seconds.",
  },
  // Whether the statement was carried out, nobody can say: never to be repeated unseen.
  lost: {
    retryAfterSeconds: 5,
    message:
      "The connection to the database broke before it answered, so a change may or may not have been made. Check before you repeat it.",
  },
  read_only: UNABLE,
  full: UNABLE,
  pooler: UNABLE,
};

/** What callers are told about an outage of the database: 503 with Retry-After (RFC 9110, 10.2.3). */
export function outageError(kind: OutageKind): ServiceError {
  const { retryAfterSeconds, message } = answers[kind];
  return new ServiceError("temporarily_unavailable", message, {
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}
