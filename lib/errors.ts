import type { Diagnosis } from "@/lib/oauth/events/diagnosis";

/** How an error code is answered and explained. The one table of the service. */
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
    why: "A parameter is missing, is repeated, or has a value that cannot be read.",
    next: "Read error_description: it names the parameter. Correct it and send the request again.",
  },
  invalid_client: {
    status: 401,
    title: "The client could not be authenticated",
    why: "The API key is unknown, the API secret does not belong to it or is past its overlap, the client was deleted, or the request carries two sets of credentials that differ.",
    next: "Send Authorization: Basic with base64 of API_KEY:API_SECRET, copied from the client's page in the console.",
  },
  invalid_grant: {
    status: 400,
    title: "The code or refresh token cannot be used",
    why: "It has expired, was used before, was revoked with its grant, or belongs to another client, company or redirect URL.",
    next: "Run the authorization flow again to get a new code. A code lives 60 seconds and works once for each kind of token.",
  },
  unauthorized_client: {
    status: 400,
    title: "The client may not use this grant",
    why: "The client is inactive, is not registered for this grant, or has no grant of this company.",
    next: "Check in the console that the client is active and has this grant, or ask the company to install the extension first.",
  },
  unsupported_grant_type: {
    status: 400,
    title: "The grant type is not known here",
    why: "grant_type is not authorization_code, refresh_token or client_credentials.",
    next: "Send one of the three. To refresh, send refresh_token with either of the first two.",
  },
  unsupported_response_type: {
    status: 400,
    title: "Only response_type=code is offered",
    why: "The authorize request asks for something other than an authorization code.",
    next: "Send response_type=code and exchange the code at a token endpoint.",
  },
  invalid_scope: {
    status: 400,
    title: "A scope is not available to this client",
    why: "The request names a scope that the client is not registered for, or more than was granted.",
    next: "Register the missing scope on the client's page in the console, or ask for less.",
  },
  access_denied: {
    status: 403,
    title: "The signed-in person may not do this",
    why: "They are not a member of this company or organization, or their role does not allow it.",
    next: "Sign in as a member whose role allows it, or ask an owner or admin.",
  },
  login_required: {
    status: 401,
    title: "Nobody is signed in",
    why: "The request said prompt=none, so no sign-in page could be shown.",
    next: "Send the browser to authorize again without prompt=none.",
  },
  consent_required: {
    status: 403,
    title: "The company has not granted exactly these scopes",
    why: "The request said prompt=none, so no consent page could be shown.",
    next: "Send the browser to authorize again without prompt=none.",
  },
  invalid_token: {
    status: 401,
    title: "The access token is not valid",
    why: "It is malformed, unknown, expired or revoked.",
    next: "Offline: refresh it. Online: run the authorization flow again. If that is refused too, the company removed the extension.",
  },
  insufficient_scope: {
    status: 403,
    title: "The access token lacks a scope",
    why: "The API that was called needs a scope which this token was not granted.",
    next: "Add the scope named in the answer to the client and to the authorize request; the seller is asked again.",
  },
  unauthenticated: {
    status: 401,
    title: "The request says not who is calling",
    why: "It carries neither a session of the console nor a bearer token, or one that has ended.",
    next: "Sign in, or get a token with client_credentials at the organization's token endpoint.",
  },
  forbidden: {
    status: 403,
    title: "The caller's role or scope does not allow this",
    why: "The caller belongs to the organization but lacks the permission.",
    next: "Ask an owner or admin for the role, or request the token with the scope that the message names.",
  },
  not_found: {
    status: 404,
    title: "There is no such thing here",
    why: "It does not exist, was deleted, or belongs to an organization that the caller is not part of.",
    next: "Check the id and the organization in the path.",
  },
  method_not_allowed: {
    status: 405,
    title: "The address does not answer this method",
    why: "The path exists, for another HTTP method.",
    next: "Use a method from the Allow header of the answer.",
  },
  conflict: {
    status: 409,
    title: "The change contradicts the present state",
    why: "Something that must be unique exists already, or must not go yet.",
    next: "Read the message: it names what stands in the way.",
  },
  precondition_failed: {
    status: 412,
    title: "Somebody else changed it first",
    why: "The If-Match header names a version that is no longer the present one.",
    next: "Fetch it again, look at what changed, and repeat your change on the new version.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    why: "Bodies may have up to 64 KB.",
    next: "Send less.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The body's type is not read here",
    why: "Content-Type is neither application/json nor application/x-www-form-urlencoded.",
    next: "Set Content-Type to the type of the body.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "The Idempotency-Key belongs to another request",
    why: "A request with the same key but another path or body was answered in the last 24 hours.",
    next: "Make a new key for each request; repeat a key only to send the very same request again.",
  },
  slow_down: {
    status: 429,
    title: "Too many attempts",
    why: "This client, account or address failed too often in a short time.",
    next: "Wait as long as the Retry-After header says, and check the credentials meanwhile.",
  },
  server_error: {
    status: 500,
    title: "The service failed",
    why: "Something went wrong on our side; nothing was changed.",
    next: "Try again. If it stays, give the request id to whoever runs this installation.",
  },
  temporarily_unavailable: {
    status: 503,
    title: "The service is not ready",
    why: "The database cannot be reached or is being migrated.",
    next: "Try again in a few seconds.",
  },
} as const satisfies Record<string, ErrorEntry>;

/** A code of the table. */
export type ErrorCode = keyof typeof errorTable;

/** Whether `text` is a code of the table. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text);
}

/** One invalid field: `path` as in the body (`scopes.permissions.0`), `message` for people. */
export type FieldError = { path: string; message: string };

/**
 * A refusal. `message` is public and says what to fix; `cause` is for our log, `diagnosis` for the
 * failure log of the client's developers.
 */
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
