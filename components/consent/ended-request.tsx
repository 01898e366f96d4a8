import { useTranslations } from "next-intl";
import { type Block, BlockedScreen } from "./blocked-screen";
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
    }
  | {
      kind: "blocked";
      check: Block;
      suspensionReason: string | null;
      clientName: string;
      companyId: number | null;
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
  const home = homeLink(view.companyId);
  const homeAction = { href: home.href, label: t(`home.${home.label}`) };
  if (view.kind === "blocked") return <BlockedScreen {...view} action={homeAction} />;
  const { kind, clientName, restartHref } = view;
  const reason: EndedReason = kind === "allowed" || kind === "denied" ? "decided" : kind;
  if (kind === "not_a_member") {
    return <EndedScreen reason={reason} clientName={clientName} switchAccountTo={restartHref} />;
  }
  if (kind === "client_inactive") {
    return <EndedScreen reason={reason} clientName={clientName} action={homeAction} />;
  }
  const label = kind === "allowed" ? t("ended.resume", { name: clientName }) : t("ended.restart");
  return (
    <EndedScreen reason={reason} clientName={clientName} action={{ href: restartHref, label }} />
  );
}
