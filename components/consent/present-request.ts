import type { ScopeView } from "../scopes/scope-view";
import type { ConsentRequestView } from "./consent-request";

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

export interface RequestFacts {
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
