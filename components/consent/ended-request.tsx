import { useTranslations } from "next-intl";
import { SwitchAccountForm } from "../auth/sign-out-form";
import { buttonClass } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { homeLink } from "./home-link";
import { UntrustedName } from "./untrusted-name";

/** A request that cannot be decided: it is hidden from this person, or it has ended. */
type EndedRequestView =
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

interface EndedRequestProps {
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

/** Why a request cannot be decided. */
type EndedReason = "unknown" | "expired" | "decided" | "client_inactive" | "not_a_member";

interface EndedScreenProps {
  reason: EndedReason;
  /** Missing if the person may not see the request. */
  clientName?: string;
  /** The next step, if any. It may leave this site, so it is an ordinary link. */
  action?: { href: string; label: string };
  /** Local address to open with another account, if that may help. */
  switchAccountTo?: string;
}

/** A request that can no longer be decided, or not by this person. */
function EndedScreen({ reason, clientName, action, switchAccountTo }: EndedScreenProps) {
  const t = useTranslations("consent.ended");
  return (
    <FocusFrame>
      <PageHeader
        title={t(`${reason}.title`)}
        description={
          clientName
            ? t.rich("client", { client: () => <UntrustedName name={clientName} /> })
            : undefined
        }
      />
      <Notice tone="warning" title={t(`${reason}.what`)}>
        <p>{t(`${reason}.next`)}</p>
      </Notice>
      {action ? (
        <div>
          <a href={action.href} className={buttonClass("primary")}>
            {action.label}
          </a>
        </div>
      ) : null}
      {switchAccountTo ? <SwitchAccountForm returnTo={switchAccountTo} /> : null}
    </FocusFrame>
  );
}

/** Reasons why a company or organization cannot install an extension, named after the checks. */
type Block = "client_not_suspended" | "publisher_active" | "subject_active" | "listing";

interface BlockedScreenProps {
  check: Block;
  clientName: string;
  /** The platform's reason for suspending an extension; null if it gave none. */
  suspensionReason: string | null;
  action: { href: string; label: string };
}

/** A request for an extension that cannot be installed now. */
function BlockedScreen({ check, clientName, suspensionReason, action }: BlockedScreenProps) {
  const t = useTranslations("plainPages.blocked");
  const common = useTranslations("consent.ended");
  return (
    <FocusFrame>
      <PageHeader
        title={t(`${check}.title`)}
        description={common.rich("client", { client: () => <UntrustedName name={clientName} /> })}
      />
      <Notice tone="warning" title={t(`${check}.what`)}>
        {suspensionReason ? <p>{t("reason", { reason: suspensionReason })}</p> : null}
        <p>{t(`${check}.next`)}</p>
      </Notice>
      <div>
        <a href={action.href} className={buttonClass("primary")}>
          {action.label}
        </a>
      </div>
    </FocusFrame>
  );
}
