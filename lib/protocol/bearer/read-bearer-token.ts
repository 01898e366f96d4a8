import { isWellFormedToken, nameToken } from "@/lib/core/crypto/tokens";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { bearerChallenge } from "@/lib/core/http/render-error";

/**
 * The access token of an Authorization header (RFC 6750 section 2.1), in any form: an imported one keeps its own.
 * @throws ServiceError unauthenticated without a Bearer credential (no error code in the challenge, section 3.1)
 */
export function readBearerToken(request: ApiRequest): string {
  const header = authorizationOf(request.headers);
  const token = bearerTokenOf(header);
  if (token === null) throw bearerMissing(header);
  return token;
}

/** The access token of an Authorization header; null without a Bearer credential. */
export function bearerTokenOf(header: string | null): string | null {
  return (header !== null && BEARER.exec(header)?.[1]) || null;
}

const BEARER = /^bearer +(.+)$/i;

export function bearerMissing(header: string | null): ServiceError {
  const problem = header ? "is not Bearer" : "is missing or has no token";
  const message = `The Authorization header ${problem}. Send Authorization: Bearer <ACCESS_TOKEN>.`;
  return new ServiceError("unauthenticated", message, {
    headers: { "www-authenticate": 'Bearer realm="latchkey"' },
    check: "access_token",
    fix: { kind: "send_access_token" },
  });
}

/** The error for a bearer token that is not stored: by its form, what it is instead or that it is damaged. */
export function unknownBearerToken(token: string, unknown: () => ServiceError): ServiceError {
  const kind = nameToken(token);
  const mistaken = INSTEAD.get(token.slice(0, PREFIX_LENGTH));
  if (mistaken) {
    return malformed(`This is ${kind}, not an access token of an extension. ${mistaken}`);
  }
  if (isWellFormedToken(token)) return unknown();
  return malformed(
    kind
      ? "The access token is damaged. Send it whole and unchanged."
      : "This is not an access token of this service.",
  );
}

const PREFIX_LENGTH = 4;

/** What to do with a token that is not an access token, by its prefix. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["lkr_", "Exchange it for a new access token at the token endpoint, with refresh_token."],
  ["lkc_", "Exchange it for an access token at a token endpoint, with code."],
  ["lks_", "Use it at the token endpoints only, with the API key."],
  ["lkl_", "It only opens the page of its link."],
  ["lkp_", "It is only for the platform's own backends."],
]);

function malformed(message: string): ServiceError {
  return invalidToken(message, { check: "access_token", fix: { kind: "send_access_token" } });
}

/** The error for an invalid token, with its challenge (RFC 6750 section 3). */
export function invalidToken(message: string, diagnosis: Diagnosis): ServiceError {
  return new ServiceError("invalid_token", message, {
    ...diagnosis,
    headers: { "www-authenticate": bearerChallenge("invalid_token", message) },
  });
}
