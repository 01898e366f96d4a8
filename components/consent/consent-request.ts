import type { ScopeUseHint } from "@/lib/consent/scope-use/values";
import type { SupportContacts } from "@/lib/core/values/support-contact-values";
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

/** The server's data on a pending request. */
interface OpenRequest
  extends Pick<
    ConsentRequestView,
    | "csrfToken"
    | "clientId"
    | "clientName"
    | "description"
    | "logoUri"
    | "contacts"
    | "publisherName"
    | "publisherVerified"
    | "destinationHost"
    | "restartHref"
    | "isChange"
    | "use"
    | "useDays"
  > {
  grantorName: string;
  companyId: number | null;
  /** Names of scopes. */
  changes: Record<"added" | "kept" | "givenUp", readonly string[]>;
}

interface RequestFacts {
  requestId: string;
  request: OpenRequest;
  session: { firstName: string; lastName: string; email: string | null };
  /** A description of every scope in `request.changes`. */
  scopes: readonly ScopeView[];
  onlineSeconds: number;
}

/** A pending request, as the consent page shows it. */
export function presentRequest(facts: RequestFacts): ConsentRequestView {
  const { requestId, request, session, scopes, onlineSeconds } = facts;
  const { grantorName, companyId, changes, ...shown } = request;
  const among = (names: readonly string[]) => scopes.filter(({ name }) => names.includes(name));
  return {
    ...shown,
    action: `/consent/${requestId}/decision`,
    grantor: { name: grantorName, companyId },
    person: { name: `${session.firstName} ${session.lastName}`.trim(), email: session.email },
    onlineSeconds,
    changes: {
      added: among(changes.added),
      kept: among(changes.kept),
      givenUp: among(changes.givenUp),
    },
  };
}
