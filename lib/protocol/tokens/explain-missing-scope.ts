import type { Fix } from "@/lib/core/diagnosis/fix-schemas";

/** Where a token's scopes come from: the client's registration and the grant of a company. */
export type ScopeHolders = {
  clientScopes: readonly string[];
  /** Null for a token that needs no grant. */
  grantedScopes: readonly string[] | null;
};

/** The missing scope and how to get it, as a sentence and as a fix. */
export type MissingScope = { message: string; fix: Fix };

/**
 * Why a token lacks a scope: first the client must be registered for it, then the company must grant it. `message`
 * contains no quotes, so that it fits into a challenge.
 */
export function explainMissingScope(
  scope: string,
  { clientScopes, grantedScopes }: ScopeHolders,
): MissingScope {
  const isGranted = grantedScopes === null || grantedScopes.includes(scope);
  if (!clientScopes.includes(scope)) {
    const then = isGranted
      ? "No new consent is needed then."
      : "Then request it at authorize: the seller must consent again.";
    return {
      message: `The client is not registered for the scope ${scope}. An admin of its organization must add it to the client first. ${then}`,
      fix: { kind: isGranted ? "register_scopes" : "request_scopes", scopes: [scope] },
    };
  }
  if (isGranted) {
    return {
      message: `The access token was issued without the scope ${scope}. Get a new one that includes it.`,
      fix: { kind: grantedScopes === null ? "use_client_credentials" : "run_authorize_again" },
    };
  }
  return {
    message: `The company has not granted the scope ${scope}. Request it at authorize: the seller must consent again.`,
    fix: { kind: "request_scopes", scopes: [scope] },
  };
}
