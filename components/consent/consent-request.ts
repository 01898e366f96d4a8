import type { ScopeView } from "../scopes/scope-view";

/** How long the access lasts. */
export interface AccessDuration {
  /** Acts in the seller's own name, for this many seconds after each launch. */
  onlineSeconds?: number;
  /** May work in the background until it is removed. */
  offline: boolean;
}

/** Who grants: a seller company, or an organization for itself. */
export interface Grantor {
  name: string;
  /** Null for an organization. */
  companyId: number | null;
}

/** Everything the consent page shows; built on the server from the stored request. */
export interface ConsentRequestView {
  /** Where the form posts to. */
  action: string;
  csrfToken: string;
  clientId: string;
  clientName: string;
  publisherName: string;
  publisherVerified: boolean;
  grantor: Grantor;
  person: { name: string; email: string };
  /** Signs out and brings the next person back to this request. */
  switchAccountHref: string;
  /** Host of the redirect URL. */
  destinationHost: string;
  duration: AccessDuration;
  changes: {
    /** All scopes of a first request; the new ones of a later request. */
    added: readonly ScopeView[];
    kept: readonly ScopeView[];
    removed: readonly ScopeView[];
  };
  /** True when something was granted to this extension before. */
  isChange: boolean;
}
