import { isWellFormedToken } from "@/lib/crypto/tokens";
import { ServiceError } from "@/lib/errors";
import type { Diagnosis } from "@/lib/oauth/events/diagnosis";

/**
 * The access token of an Authorization header (RFC 6750 section 2.1).
 * @throws ServiceError unauthenticated without a Bearer credential (no error code in the challenge,
 * section 3.1), invalid_token when it is malformed
 */
export function readBearerToken(request: Request): string {
  const header = request.headers.get("authorization") ?? "";
  const [, token] = /^bearer +(.+)$/i.exec(header) ?? [];
  if (token === undefined) {
    throw new ServiceError("unauthenticated", "Send Authorization: Bearer <ACCESS_TOKEN>.", {
      headers: { "www-authenticate": 'Bearer realm="latchkey"' },
      check: "access_token",
      fix: { kind: "send_access_token" },
    });
  }
  if (!isWellFormedToken(token)) {
    throw invalidToken("The access token is malformed: it was cut, changed or is not from here.", {
      check: "access_token",
      fix: { kind: "send_access_token" },
    });
  }
  return token;
}

/** A refused token with its challenge (RFC 6750 section 3). */
export function invalidToken(message: string, diagnosis: Diagnosis): ServiceError {
  return new ServiceError("invalid_token", message, {
    ...diagnosis,
    headers: { "www-authenticate": bearerChallenge("invalid_token", message) },
  });
}

/** The WWW-Authenticate value that carries an error; `message` must hold no quote. */
export function bearerChallenge(error: string, message: string, scope?: string): string {
  const needed = scope ? `, scope="${scope}"` : "";
  return `Bearer realm="latchkey", error="${error}", error_description="${message}"${needed}`;
}
