import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";

/** How an error code is returned and explained. The only such table. */
export type ErrorEntry = {
  /** HTTP status when answered directly. */
  status: number;
  title: string;
  /** Why it happens, for the page at `error_uri`. */
  why: string;
  /** What to do next, for the page at `error_uri`. */
  next: string;
};

/** Codes of RFC 6749, 6750, OpenID Connect Core (prompt) and of the management API. */
export const errorTable = {
  invalid_request: {
    status: 400,
    title: "The request is incomplete or malformed",
    why: "A parameter or field is missing, repeated, unknown or malformed.",
    next: "The message names the parameter or field. Correct it and send the request again.",
  },
  invalid_client: {
    status: 401,
    title: "The client could not be authenticated",
    why: "The API key is unknown, the API secret is wrong or has ended, the client was deleted, or the header and the body have different credentials.",
    next: "Send Authorization: Basic with base64 of API_KEY:API_SECRET. Copy both from the client's page in the console; after a rotation, use the newest secret. The client's failure log says what was wrong with this request.",
  },
  invalid_grant: {
    status: 400,
    title: "The code or refresh token is not valid",
    why: "It has expired, was already used, was revoked, or was issued to another client, for another company or for another redirect URL.",
    next: "Run the authorization flow again to get a new code. A code expires after 60 seconds and works once for each kind of token.",
  },
  unauthorized_client: {
    status: 400,
    title: "The client may not use this grant type",
    why: "The client is inactive, is not registered for this grant type, or is not installed by the company; or the platform has suspended the client, its organization, or the company.",
    next: "Check in the console that the client is active and has this grant type, or ask the company to install the extension. Only the platform can end a suspension; codes and refresh tokens then work again.",
  },
  unsupported_grant_type: {
    status: 400,
    title: "The grant type is not supported",
    why: "The request has a grant_type that this service does not support.",
    next: "Send one of the grant types that the message names.",
  },
  unsupported_response_type: {
    status: 400,
    title: "The response type is not supported",
    why: "Only response_type=code is supported: the authorize request returns an authorization code.",
    next: "Send response_type=code and exchange the code at a token endpoint.",
  },
  invalid_scope: {
    status: 400,
    title: "A scope is not allowed",
    why: "The client is not registered for a scope in the request, the scope was not granted, or the list of scopes is malformed.",
    next: "Add the scope on the client's page in the console, or request fewer scopes. Separate scopes by commas or spaces.",
  },
  access_denied: {
    status: 403,
    title: "The signed-in person may not do this",
    why: "They do not belong to this company or organization, or their role does not allow it.",
    next: "Sign in with an account that may do this, or ask an owner or admin.",
  },
  login_required: {
    status: 401,
    title: "Sign-in is required",
    why: "No one is signed in, and the request has prompt=none, which forbids showing the sign-in page.",
    next: "Send the browser to authorize again without prompt=none.",
  },
  consent_required: {
    status: 403,
    title: "Consent is required",
    why: "The company has not granted all of these scopes, and the request has prompt=none, which forbids showing the consent page.",
    next: "Send the browser to authorize again without prompt=none.",
  },
  invalid_token: {
    status: 401,
    title: "The access token is not valid",
    why: "It is malformed, unknown, expired or revoked, or it is not an access token. The message says which.",
    next: "Refresh an offline token; for an online token, run the authorization flow again. If that fails too, the company has removed the extension.",
  },
  insufficient_scope: {
    status: 403,
    title: "The access token lacks a required scope",
    why: "The API requires a scope that this token does not have.",
    next: "Add the scope to the client and to the authorize request. The seller is then asked for consent again.",
  },
  unauthenticated: {
    status: 401,
    title: "The request has no credentials",
    why: "It has neither a bearer token nor a console session, or the session has ended.",
    next: "Sign in to the console, or send Authorization: Bearer with an access token.",
  },
  forbidden: {
    status: 403,
    title: "The caller lacks a permission",
    why: "The caller belongs to the organization, but the role of the person or the scopes of the token do not include this permission.",
    next: "Ask an owner or admin for the role, or request a token with the scope that the message names.",
  },
  call_denied: {
    status: 403,
    title: "The gate does not let this call through",
    why: "The gate in front of the platform's APIs has no rule for the method and path, the path can be read in more than one way, or it names another company than that of the access token.",
    next: "The message says which. Check the method, the path, and the company in it. If the call should be allowed, ask the platform's operators for a rule.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    why: "There is no endpoint at this path, or the resource does not exist, was deleted, or belongs to another organization.",
    next: "Check the path and the ids in it.",
  },
  method_not_allowed: {
    status: 405,
    title: "The method is not supported",
    why: "The path exists, but not for this HTTP method.",
    next: "Use one of the methods in the Allow header of the response.",
  },
  conflict: {
    status: 409,
    title: "The request conflicts with the current state",
    why: "Something that must be unique already exists, or something that is still needed would be removed.",
    next: "The message names the conflict. Resolve it and try again.",
  },
  precondition_failed: {
    status: 412,
    title: "The resource has changed since it was fetched",
    why: "The version in the If-Match header is out of date, or a proxy that compresses has changed the tag.",
    next: "Fetch it again and apply your change to the current version.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    why: "Request bodies are limited to 64 KB.",
    next: "Send a smaller body.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The Content-Type or Content-Encoding is not supported",
    why: "Content-Type is neither application/json nor application/x-www-form-urlencoded, or the body is compressed.",
    next: "Set Content-Type to the media type of the body, and send the body without Content-Encoding.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "The Idempotency-Key was used for another request",
    why: "In the last 24 hours, a request with this key had another path or body.",
    next: "Use a new key for each request. Repeat a key only to retry the same request.",
  },
  too_many_requests: {
    status: 429,
    title: "Too many requests",
    why: "There were too many failed attempts for this client, account or network in a short time, or too many people are signing in.",
    next: "Check the credentials, and try again after the number of seconds in the Retry-After header.",
  },
  server_error: {
    status: 500,
    title: "Internal error",
    why: "Something went wrong in the service. Nothing was changed.",
    next: "Try again. If the error persists, send the request id to the operator of this installation.",
  },
  temporarily_unavailable: {
    status: 503,
    title: "The service is temporarily unavailable",
    why: "The database cannot be reached, is too busy, or accepts no changes right now.",
    next: "Wait as long as the Retry-After header says and try again. If the message says that the outcome is unknown, check first whether the change was made.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text);
}

/** One invalid field: `path` as in the body (`scopes.permissions.0`), `message` for people. */
export type FieldError = { path: string; message: string };

/** An error for the caller: `message` is public, `cause` for our log, `diagnosis` for the client's developers. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly diagnosis: Diagnosis;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: readonly FieldError[];
      headers?: Record<string, string>;
      cause?: unknown;
    } & Diagnosis = {},
  ) {
    const { fields, headers, cause, ...diagnosis } = more;
    super(message, { cause });
    this.code = code;
    this.fields = fields ?? [];
    this.headers = headers ?? {};
    this.diagnosis = diagnosis;
  }

  /** HTTP status of the code. */
  get status(): number {
    return errorTable[this.code].status;
  }
}

/** The reason why the service cannot start and the fix, for people to read. */
export class StartupError extends Error {
  override readonly name: string = "StartupError";
}
