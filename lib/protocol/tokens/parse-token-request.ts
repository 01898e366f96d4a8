import { isTokenOfKind, isWellFormedToken } from "@/lib/core/crypto/tokens";
import { ServiceError } from "@/lib/core/errors";
import type { BodyParameters } from "@/lib/core/http/read-body";
import { parseScopes } from "@/lib/protocol/scopes/parse-scopes";
import { type GrantParameterName, grantParameters } from "@/lib/protocol/tokens/values";

const MAX_LENGTH = 2048;

const sharedNames = ["grant_type", "client_id", "client_secret", "token"] as const;
type ParameterName = (typeof sharedNames)[number] | GrantParameterName;
const names: readonly ParameterName[] = [
  ...sharedNames,
  ...grantParameters.map(({ name }) => name),
];

/** The parameters of a request by a client; unknown ones are ignored (RFC 6749 section 3.2). */
export type TokenRequest = { [Name in ParameterName]?: string } & {
  /** Distinct scopes in the order sent; null if none were sent. */
  scopes: string[] | null;
};

/** Reads the parameters of a token request. @throws ServiceError invalid_request or invalid_scope */
export function parseTokenRequest(body: BodyParameters): TokenRequest {
  const request: TokenRequest = { scopes: null };
  for (const name of names) {
    const text = readText(name, body[name]);
    if (text !== "") request[name] = text;
  }
  const scopes = parseScopes(body.scope);
  if (scopes.length > 0) request.scopes = scopes;
  return request;
}

// SDKs send null or nothing at all for what they leave out.
function readText(name: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  // Whatever token someone else issued is introspected and revoked like one that is unknown here.
  if (typeof value === "string" && (value.length <= MAX_LENGTH || name === "token")) return value;
  const message = `The parameter "${name}" must be a string of at most ${MAX_LENGTH} characters.`;
  throw new ServiceError("invalid_request", message);
}

/**
 * The error for a request without a parameter that it needs.
 * @param value what to send, if the rest of the request shows it
 */
export function missingParameter(name: string, value: string | null = null): ServiceError {
  const advice = value === null ? "" : ` Send ${name}=${value}.`;
  return new ServiceError("invalid_request", `The parameter "${name}" is missing.${advice}`, {
    check: "parameter_present",
    fix: { kind: "set_parameter", name, value },
  });
}

/** The error for a parameter that was sent without a value, although sending it says what the request is for. */
export function emptyParameter(name: string): ServiceError {
  const message = `The parameter "${name}" is empty. Send its value, or leave it out.`;
  return new ServiceError("invalid_request", message, {
    check: "parameter_present",
    fix: { kind: "set_parameter", name, value: null },
  });
}

/**
 * The kinds that a token may have by its form. Our own tokens state theirs; an imported one may be of either kind, so
 * callers look for both.
 */
export function possibleKinds(token: string): readonly ("access" | "refresh")[] {
  if (!isWellFormedToken(token)) return ["access", "refresh"];
  return isTokenOfKind(token, "refresh") ? ["refresh"] : ["access"];
}

// Without its empty refresh_token, a refresh (platform spec 4.4) would replay its code; state returns as it came.
const EXCEPTIONS: ReadonlySet<string> = new Set(["refresh_token", "state"]);

/**
 * The parameters of a request of the flow that have a value. One that is empty or null counts as omitted (RFC 6749
 * sections 3.1 and 3.2), except for `refresh_token` and `state`.
 */
export function parametersWithValue<Value>(
  sent: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const hasValue = ([name, value]: [string, Value]) =>
    (value !== "" && value !== null) || EXCEPTIONS.has(name);
  return Object.fromEntries(Object.entries(sent).filter(hasValue));
}
