import { ServiceError } from "@/lib/core/errors";
import {
  explainMissingScope,
  type ScopeHolders,
} from "@/lib/protocol/tokens/explain-missing-scope";

/** The error for a code or refresh token that has no scope left; null if it has one. */
export function rejectLostScopes(
  scopes: readonly string[],
  { clientScopes, grantedScopes }: ScopeHolders & { grantedScopes: readonly string[] },
): ServiceError | null {
  const [first] = scopes;
  const isLeft = (scope: string) => clientScopes.includes(scope) && grantedScopes.includes(scope);
  if (first === undefined || scopes.some(isLeft)) return null;
  const { message, fix } = explainMissingScope(first, { clientScopes, grantedScopes });
  return new ServiceError(
    "invalid_grant",
    `None of the scopes can be issued any more. ${message}`,
    {
      check: "scope_granted",
      fix,
    },
  );
}
