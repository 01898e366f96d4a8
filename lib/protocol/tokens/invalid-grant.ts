import { nameToken } from "@/lib/core/crypto/tokens";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { ServiceError } from "@/lib/core/errors";
import {
  explainMissingScope,
  explainScopes,
  rejectMisread,
  type ScopeHolders,
} from "@/lib/protocol/scopes/explain-scopes";

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

/** The fix of a wrong path: the company or organization that a code or token was issued for. */
export function fixSubject(row: { companyId: number | null; organizationId: string | null }): Fix {
  return row.companyId === null
    ? { kind: "use_other_organization", organization_id: row.organizationId }
    : { kind: "use_other_company", company_id: row.companyId };
}

type Scopes = ScopeHolders & { grantedScopes: readonly string[] };

/**
 * The error for a request whose scopes a code or refresh token cannot give; null if it can.
 * @param what `code` or `refresh token`, for the message
 * @param requested null if the request names none
 * @param held `scopes` are those of the code or refresh token
 */
export function rejectScopes(
  what: string,
  requested: readonly string[] | null,
  held: Scopes & { scopes: readonly string[] },
): ServiceError | null {
  if (requested === null) return rejectLostScopes(held.scopes, held);
  const beyond = requested.filter((scope) => !held.scopes.includes(scope));
  if (beyond.length === 0) return rejectLostScopes(requested, held);
  return (
    rejectMisread(requested, beyond) ??
    new ServiceError("invalid_scope", `The ${what} was not granted: ${beyond.join(", ")}.`, {
      check: "scope_granted",
      fix: { kind: "set_parameter", name: "scope", value: held.scopes.join(",") },
      difference: explainScopes(requested, held.scopes, "granted"),
    })
  );
}

/** The error for a code or refresh token that has no scope left; null if it has one. */
export function rejectLostScopes(
  scopes: readonly string[],
  { clientScopes, grantedScopes }: Scopes,
): ServiceError | null {
  const [first] = scopes;
  const isLeft = (scope: string) => clientScopes.includes(scope) && grantedScopes.includes(scope);
  if (first === undefined || scopes.some(isLeft)) return null;
  const { message, fix } = explainMissingScope(first, { clientScopes, grantedScopes });
  return new ServiceError(
    "invalid_grant",
    `None of the scopes can be issued any more. ${message}`,
    { check: "scope_granted", fix },
  );
}
