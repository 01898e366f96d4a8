import type { Session } from "@/lib/auth/session";
import type { ScopeChanges } from "@/lib/oauth/consent/compare-scopes";
import type { ConsentView } from "@/lib/oauth/consent/open-consent";
import type { ScopeView } from "../scopes/scope-view";
import type { ConsentRequestView } from "./consent-request";

export interface RequestFacts {
  requestId: string;
  request: Extract<ConsentView, { kind: "decide" }>;
  session: Session;
  /** A description of every scope in `request.changes`. */
  scopes: readonly ScopeView[];
  onlineSeconds: number;
}

/** A request that waits for its answer, as the consent page shows it. */
export function presentRequest(facts: RequestFacts): ConsentRequestView {
  const { requestId, request, session, scopes, onlineSeconds } = facts;
  return {
    action: `/consent/${requestId}/decision`,
    csrfToken: request.csrfToken,
    clientId: request.clientId,
    clientName: request.clientName,
    publisherName: request.publisherName,
    publisherVerified: request.publisherVerified,
    grantor: { name: request.grantorName, companyId: request.companyId },
    person: { name: `${session.firstName} ${session.lastName}`.trim(), email: session.email },
    restartHref: request.restartHref,
    destinationHost: request.destinationHost,
    onlineSeconds,
    changes: describeChanges(request.changes, scopes),
    isChange: request.isChange,
  };
}

function describeChanges({ added, kept, removed }: ScopeChanges, scopes: readonly ScopeView[]) {
  const among = (names: readonly string[]) => scopes.filter(({ name }) => names.includes(name));
  return { added: among(added), kept: among(kept), removed: among(removed) };
}
