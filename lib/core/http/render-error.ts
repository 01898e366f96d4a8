import { reportOutage } from "@/lib/core/db/database-health";
import { classifyOutage, type OutageKind } from "@/lib/core/db/outage";
import { isRolledBack } from "@/lib/core/db/sql-state";
import { env } from "@/lib/core/env/env";
import { type ErrorCode, ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { errorDescription } from "@/lib/core/http/error-description";
import { noteLogFacts } from "@/lib/core/http/log-facts";
import { jsonResponse } from "@/lib/core/http/responses";
import { retryAfter } from "@/lib/core/http/retry-after";
import { log } from "@/lib/core/telemetry/log";

const COLLIDED =
  "Another request changed the same data at the same time, so this one had no effect. Try again.";

/**
 * Converts anything thrown to an error for the caller: outages and collisions in the database become 503; unexpected errors are logged and
 * become 500.
 */
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
      headers: { "retry-after": retryAfter(1) },
      cause: thrown,
    });
  }
  log().error({ err: thrown, request_id: requestId }, "request failed");
  return new ServiceError(
    "server_error",
    `The service failed to process this request (request ${requestId}).`,
    {
      cause: thrown,
    },
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
  noteLogFacts(requestId, { error: error.code });
  const body = {
    error: error.code,
    message: error.message,
    error_uri: errorUri(error.code, requestId),
    request_id: requestId,
    errors: error.fields,
  };
  return jsonResponse(error.status, body, { ...error.headers });
}

/**
 * An error of an OAuth endpoint (RFC 6749 section 5.2). FDK SDKs show only `message`.
 */
export function renderOAuthError(error: ServiceError, requestId: string): Response {
  noteLogFacts(requestId, { error: error.code });
  const body = {
    error: error.code,
    error_description: errorDescription(error.message),
    error_uri: errorUri(error.code, requestId),
    message: error.message,
    request_id: requestId,
  };
  return jsonResponse(error.status, body, { ...error.headers });
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
  return new ServiceError("temporarily_unavailable", message, {
    headers: { "retry-after": retryAfter(retryAfterSeconds) },
  });
}
