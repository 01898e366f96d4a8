import { nameToken } from "@/lib/core/crypto/tokens";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { ServiceError } from "@/lib/core/errors";

// What the denials of the grant types have in common.

/** The error for a client that is not registered for a grant type. */
export function grantNotRegistered(
  grant: "authorization_code" | "client_credentials",
): ServiceError {
  return new ServiceError(
    "unauthorized_client",
    `The client is not registered for the grant ${grant}.`,
    { check: "grant_registered", fix: { kind: "register_grant", grant } },
  );
}

/** The error for a code or refresh token that does not work. Unless `diagnosis` says otherwise, authorize gives a new one. */
export function invalidGrant(message: string, diagnosis: Diagnosis): ServiceError {
  const fix = { kind: "run_authorize_again" } as const;
  return new ServiceError("invalid_grant", message, { fix, ...diagnosis });
}

/** The error message for a parameter that contains something else than the expected kind of token. */
export function notOfKind(parameter: string, sentToken: string, expectedKind: string): string {
  const kind = nameToken(sentToken);
  if (kind === null) return `The ${parameter} is not ${expectedKind} of this service.`;
  if (kind === expectedKind) return `The ${parameter} is damaged. Send it whole and unchanged.`;
  return `The ${parameter} is ${kind}, not ${expectedKind}.`;
}
