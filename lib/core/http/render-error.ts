import { reportOutage } from "@/lib/core/db/database-health";
import { classifyOutage, type OutageKind } from "@/lib/core/db/outage";
import { isRolledBack } from "@/lib/core/db/sql-state";
import { env } from "@/lib/core/env/env";
import { type ErrorCode, ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { noteLogFacts } from "@/lib/core/http/log-facts";
import { jsonResponse, retryLater } from "@/lib/core/http/responses";
import { log } from "@/lib/core/telemetry/log";

/** Characters, after NFKD, and the ASCII that replaces them. */
const REPLACEMENTS: readonly (readonly [characters: RegExp, ascii: string])[] = [
  [/["\u02b9-\u02bc\u2018-\u201f\u2032-\u2036\u2039\u203a\u00ab\u00bb]/g, "'"],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/[\\\u2044]/g, "/"],
  [/\s/g, " "],
  [/\u00d7/g, "x"],
  [/[\u2192\u21d2]/g, "->"],
];

/** Letters that are no ASCII even without their accents. */
const LETTERS = new Map(
  "ß=ss æ=ae Æ=AE œ=oe Œ=OE ø=o Ø=O ł=l Ł=L đ=d Đ=D ı=i"
    .split(" ")
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

const ALLOWED = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const OTHER = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/**
 * A message in the characters allowed in error_description (RFC 6749 sections 4.1.2.1 and 5.2; RFC 6750 section 3):
 * printable ASCII without quote and backslash. Letters lose their accents, and what has no ASCII is left out.
 */
export function errorDescription(message: string): string {
  if (ALLOWED.test(message)) return message;
  const replaced = REPLACEMENTS.reduce(
    (text, [characters, ascii]) => text.replace(characters, ascii),
    message.normalize("NFKD"),
  );
  return replaced.replace(OTHER, (letter) => LETTERS.get(letter) ?? "");
}

const COLLIDED =
  "Another request changed the same data at the same time, so this one had no effect. Try again.";

/** Turns anything thrown into a ServiceError: outages and collisions become 503; others are logged and become 500. */
export function toServiceError(thrown: unknown, requestId: string): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const outage = classifyOutage(thrown);
  if (outage) {
    reportOutage(outage, { request_id: requestId });
    return outageError(outage.kind);
  }
  if (isRolledBack(thrown)) {
    log().warn({ err: thrown, request_id: requestId }, "request collided with another one");
    return new ServiceError("temporarily_unavailable", COLLIDED, {
      ...retryLater(1),
      cause: thrown,
    });
  }
  log().error({ err: thrown, request_id: requestId }, "request failed");
  return new ServiceError(
    "server_error",
    `The service failed to process this request (request ${requestId}).`,
    { cause: thrown },
  );
}

// Below these, the gate and the platform's token endpoint answer like OAuth endpoints.
const MANAGEMENT_API =
  /^\/service\/(?:partner\/|platform\/(?!gate\/)|panel\/authentication\/v1\.0\/(?:platform\/(?!oauth\/)|company\/[^/]+\/requests(?:\/|$)))/;

/** Renders an error in the format of the API that the request's path belongs to. */
export function renderErrorAt(
  request: Pick<ApiRequest, "url">,
  error: ServiceError,
  requestId: string,
): Response {
  const { pathname } = new URL(request.url);
  return MANAGEMENT_API.test(pathname)
    ? renderManagementError(error, requestId)
    : renderOAuthError(error, requestId);
}

/** An error of the management API, with the invalid fields instead of OAuth's description. */
export function renderManagementError(error: ServiceError, requestId: string): Response {
  const { code, message, fields: errors } = error;
  const error_uri = errorUri(code, requestId);
  return render(error, { error: code, message, error_uri, request_id: requestId, errors });
}

/** An error of an OAuth endpoint (RFC 6749 section 5.2). FDK SDKs show only `message`. */
export function renderOAuthError(error: ServiceError, requestId: string): Response {
  const { code, message } = error;
  const error_description = errorDescription(message);
  const error_uri = errorUri(code, requestId);
  const request_id = requestId;
  return render(error, { error: code, error_description, error_uri, message, request_id });
}

function render(
  { code, status, headers }: ServiceError,
  body: { request_id: string; [field: string]: unknown },
): Response {
  noteLogFacts(body.request_id, { error: code });
  return jsonResponse(status, body, { ...headers });
}

/** The page that explains a code and links the client's developers to this request. */
export function errorUri(code: ErrorCode, requestId: string): string {
  return `${env().baseUrl}/errors/${code}?${new URLSearchParams({ request_id: requestId })}`;
}

/** The WWW-Authenticate value for an error (RFC 6750 section 3). */
export function bearerChallenge(error: string, message: string, scope?: string): string {
  const needed = scope ? `, scope="${scope}"` : "";
  return `Bearer realm="latchkey", error="${error}", error_description="${errorDescription(message)}"${needed}`;
}

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
  return new ServiceError("temporarily_unavailable", message, retryLater(retryAfterSeconds));
}
