import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest, RequestHeaders } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { noteLogFacts } from "@/lib/core/http/log-facts";
import { type BodyParameters, readParameters } from "@/lib/core/http/read-body";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import type { Subject } from "@/lib/core/subject";
import { recordDenial } from "@/lib/protocol/events/record-denial";
import { readSentRequest } from "@/lib/protocol/events/sent-request";
import type { EventKind } from "@/lib/protocol/events/values";
import { credentialsDenial, isAuthenticated } from "@/lib/protocol/tokens/authenticate-client";
import {
  parametersWithValue,
  parseTokenRequest,
  type TokenRequest,
} from "@/lib/protocol/tokens/parse-token-request";
import { credentialsOf, type Pair, readPair } from "@/lib/protocol/tokens/read-client-credentials";
import { rejectWrongSecret } from "@/lib/protocol/tokens/reject-wrong-secret";
import type { SentCredentials } from "@/lib/protocol/tokens/statements";

/** A request to an endpoint for authenticated clients. */
type ClientRequest<S> = {
  subject: S;
  credentials: SentCredentials;
  parameters: TokenRequest;
  /** All parameters that have a value. */
  body: BodyParameters;
  requestId: string;
  headers: RequestHeaders;
};

/** How a request is read: its parameters, and from these and the Authorization header its credentials. */
type Reading = {
  readBody: (request: ApiRequest) => BodyParameters | Promise<BodyParameters>;
  readPair: typeof readPair;
};

/**
 * An endpoint that clients call with their credentials: reads subject, body and credentials, runs,
 * records and renders errors. The statement in `run` decides whether the secret is right.
 */
export function clientEndpoint<S extends Subject | null>(
  kind: EventKind,
  subjectOf: (url: string) => S,
  run: (request: ClientRequest<S>) => Promise<Response>,
  reading: Reading = { readBody: readParameters, readPair },
): (request: ApiRequest) => Promise<Response> {
  return async (request) => {
    const info = readRequestInfo(request.headers);
    const { requestId, ipAddress } = info;
    const parts: RequestParts = {};
    for (;;) {
      try {
        const subject = subjectOf(request.url);
        if (subject) parts.subject = subject;
        rejectCredentialsInQuery(request.url);
        parts.body ??= await reading.readBody(request);
        const body = parametersWithValue(parts.body);
        const parameters = parseTokenRequest(body);
        const pair = reading.readPair(authorizationOf(request.headers), parameters);
        const credentials = { ...credentialsOf(pair), ipAddress };
        parts.sent = { pair, credentials };
        const { headers } = request;
        const response = await run({ subject, credentials, parameters, body, requestId, headers });
        noteLogFacts(requestId, { ...subject, clientId: credentials.clientId });
        return response;
      } catch (thrown) {
        const failure = toServiceError(thrown, requestId);
        const denial = await authenticatedFirst(failure, parts, requestId);
        const error = await rejectWrongSecret(denial.error, parts.sent?.pair, info);
        if (error) return deny(kind, request, { ...denial, error }, parts, requestId);
        // The secret was right, although no statement had accepted it. Each does from now on.
      }
    }
  };
}

/** The parts of a request that were read before it failed. */
type RequestParts = {
  subject?: Subject;
  body?: BodyParameters;
  sent?: { pair: Pair; credentials: SentCredentials };
};

/** `authenticated`: whether the credentials are known to be right. */
type Denial = { error: ServiceError; authenticated: boolean };

async function deny(
  kind: EventKind,
  request: ApiRequest,
  { error, authenticated }: Denial,
  { body, subject, sent }: RequestParts,
  requestId: string,
): Promise<Response> {
  const credentials = sent?.credentials;
  // Whatever a stranger sends as an id stays out of the log.
  noteLogFacts(requestId, {
    ...subject,
    ...(authenticated && { clientId: credentials?.clientId }),
  });
  await recordDenial(kindOf(kind, body), error, {
    ...(subject && { subject }),
    ...(credentials && { credentials }),
    authenticated,
    sent: readSentRequest(request, body),
    requestId,
  });
  return renderOAuthError(error, requestId);
}

// One endpoint serves both grants; developers look for the one that they meant.
function kindOf(kind: EventKind, body: BodyParameters | undefined): EventKind {
  const refreshes = body?.refresh_token !== undefined || body?.grant_type === "refresh_token";
  return kind === "token" && refreshes ? "refresh" : kind;
}

// Statements authenticate as they run. An error from before that must not tell an unauthenticated caller
// more than invalid_client (RFC 6749 section 3.2.1). A caller with the secret learns what is inactive or suspended.
async function authenticatedFirst(
  error: ServiceError,
  { sent, subject }: RequestParts,
  requestId: string,
): Promise<Denial> {
  if (authenticatedErrors.has(error)) return { error, authenticated: true };
  const isUnknownClient = error.code === "invalid_client";
  const credentials = sent?.credentials;
  if (!credentials || (error.status !== 400 && !isUnknownClient))
    return { error, authenticated: false };
  try {
    if (!isUnknownClient && (await isAuthenticated(credentials, subject ?? null)))
      return { error, authenticated: true };
    const denial = await credentialsDenial(credentials, subject ?? null);
    return { error: denial, authenticated: denial.code === "unauthorized_client" };
  } catch (thrown) {
    return { error: toServiceError(thrown, requestId), authenticated: false };
  }
}

const SECRET_PARAMETERS = ["client_secret", "code", "refresh_token", "token"];

// A query ends up in logs and histories (RFC 6749 section 2.3.1), so it must not contain secrets.
function rejectCredentialsInQuery(url: string): void {
  const query = url.indexOf("?");
  if (query < 0) return;
  const parameters = new URLSearchParams(url.slice(query));
  const secretName = SECRET_PARAMETERS.find((name) => parameters.getAll(name).some(Boolean));
  if (!secretName) return;
  throw new ServiceError(
    "invalid_request",
    `${secretName} must be in the body, not in the address.`,
    { check: "credentials_in_address", fix: { kind: "move_parameter_to_body", name: secretName } },
  );
}

const authenticatedErrors = new WeakSet<ServiceError>();

/**
 * Marks an error that was found after the statement had authenticated the client. Its client is not authenticated
 * again: a deactivation in between would hide the error, such as a replay that has just revoked tokens.
 */
export function afterAuthentication(error: ServiceError): ServiceError {
  authenticatedErrors.add(error);
  return error;
}
