import type { ConsentView } from "@/lib/oauth/consent/open-consent";
import { type EndedReason, EndedScreen } from "./ended-screen";
import { homeLink } from "./home-link";

export interface EndedRequestProps {
  requestId: string;
  view: Exclude<ConsentView, { kind: "decide" | "ask_an_admin" }>;
}

/** A request that this person cannot answer, with the way on that fits the reason. */
export function EndedRequest({ requestId, view }: EndedRequestProps) {
  if (view.kind === "unknown") {
    return <EndedScreen reason="unknown" switchAccountTo={`/consent/${requestId}`} />;
  }
  const { kind, clientName, restartHref, companyId } = view;
  const reason: EndedReason = kind === "allowed" || kind === "denied" ? "decided" : kind;
  switch (kind) {
    case "not_a_member":
      return <EndedScreen reason={reason} clientName={clientName} switchAccountTo={restartHref} />;
    case "client_inactive":
      return <EndedScreen reason={reason} clientName={clientName} action={homeLink(companyId)} />;
    default: {
      const label = kind === "allowed" ? `Continue with ${clientName}` : "Start again";
      return (
        <EndedScreen
          reason={reason}
          clientName={clientName}
          action={{ href: restartHref, label }}
        />
      );
    }
  }
}
