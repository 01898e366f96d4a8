import type { KnownRequest, RequestTerms, ScopeChanges } from "@/lib/consent/values";
import type { ScopeView } from "../scopes/scope-view";

/** Everything the consent page shows; built on the server from the stored request. */
export interface ConsentRequestView extends KnownRequest<ScopeView>, RequestTerms {
  /** Where the form posts to. */
  action: string;
  person: { name: string; email: string | null };
  /** How long access in the seller's name lasts after each launch, in seconds. */
  onlineSeconds: number;
}

/**
 * Replaces the names of scopes by their descriptions.
 * @param scopes a description of each scope of the changes
 */
export function describeChanges(
  changes: ScopeChanges<string>,
  scopes: readonly ScopeView[],
): ScopeChanges<ScopeView> {
  const among = (names: readonly string[]) => scopes.filter(({ name }) => names.includes(name));
  return {
    added: among(changes.added),
    unchanged: among(changes.unchanged),
    givenUp: among(changes.givenUp),
  };
}
