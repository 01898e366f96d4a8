import type { Fix } from "@/lib/kernel/diagnosis/fix-schemas";

/** Who could give a scope to a token: the client that is registered for it, and the grant of a company. */
export type ScopeHolders = {
  clientScopes: readonly string[];
  /** Null for a token that needs no grant. */
  grantedScopes: readonly string[] | null;
};

/** What is missing, in a sentence with advice that can be followed, and the same as a fix. */
export type MissingScope = { message: string; fix: Fix };

/**
 * Why a token lacks a scope: first the client must have it, then the company must have granted it. `message` holds
 * no quote, so that it fits into a challenge.
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
