import type { ScopeUseHint } from "@/lib/consent/scope-use/values";
import type { SupportContacts } from "@/lib/core/support-contact-values";
import type { ScopeView } from "../scopes/scope-view";

/** Who grants: a seller company, or an organization for itself. */
export interface Grantor {
  name: string;
  /** Null for an organization. */
  companyId: number | null;
}

/** Everything the consent page shows; built on the server from the stored request. */
export interface ConsentRequestView {
  contacts: SupportContacts;
  /** Where the form posts to. */
  action: string;
  csrfToken: string;
  clientId: string;
  clientName: string;
  /** The publisher's description of the extension; "" if there is none. */
  description: string;
  /** Null without a logo. */
  logoUri: string | null;
  publisherName: string;
  publisherVerified: boolean;
  grantor: Grantor;
  person: { name: string; email: string | null };
  /** Local address that repeats the same request for another account. */
  restartHref: string;
  /** Host of the redirect URL. */
  destinationHost: string;
  /** How long access in the seller's name lasts after each launch, in seconds. */
  onlineSeconds: number;
  changes: {
    /** All scopes of a first request; the new ones of a later request. */
    added: readonly ScopeView[];
    kept: readonly ScopeView[];
    givenUp: readonly ScopeView[];
  };
  /** How the extension used each scope that it keeps, or asks for and had before it was removed. */
  use: readonly ScopeUseHint[];
  /** The number of days that the API log covers. */
  useDays: number;
  /** True when something was granted to this extension before. */
  isChange: boolean;
}
