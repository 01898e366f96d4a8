import { useTranslations } from "next-intl";
import { type EndedReason, EndedScreen } from "./ended-screen";
import { homeLink } from "./home-link";

/** A request that cannot be decided: it is hidden from this person, or it has ended. */
export type EndedRequestView =
  | { kind: "unknown" }
  | {
      kind: "expired" | "allowed" | "denied" | "client_inactive" | "not_a_member";
      clientName: string;
      companyId: number | null;
      restartHref: string;
    };

export interface EndedRequestProps {
  requestId: string;
  view: EndedRequestView;
}

/** A request that this person cannot answer, with the next step for the reason. */
export function EndedRequest({ requestId, view }: EndedRequestProps) {
  const t = useTranslations("consent");
  if (view.kind === "unknown") {
    return <EndedScreen reason="unknown" switchAccountTo={`/consent/${requestId}`} />;
  }
  const { kind, clientName, restartHref, companyId } = view;
  const reason: EndedReason = kind === "allowed" || kind === "denied" ? "decided" : kind;
  if (kind === "not_a_member") {
    return <EndedScreen reason={reason} clientName={clientName} switchAccountTo={restartHref} />;
  }
  if (kind === "client_inactive") {
    const home = homeLink(companyId);
    const action = { href: home.href, label: t(`home.${home.label}`) };
    return <EndedScreen reason={reason} clientName={clientName} action={action} />;
  }
  const label = kind === "allowed" ? t("ended.resume", { name: clientName }) : t("ended.restart");
  return (
    <EndedScreen reason={reason} clientName={clientName} action={{ href: restartHref, label }} />
  );
}
