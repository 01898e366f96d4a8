import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button-class";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { UntrustedName } from "./untrusted-name";

/** What keeps a company or organization from installing an extension, by the name of the check. */
export type Block = "client_not_suspended" | "publisher_active" | "subject_active" | "listing";

export interface BlockedScreenProps {
  check: Block;
  clientName: string;
  /** What the platform says about a suspended extension; null if it says nothing. */
  suspensionReason: string | null;
  action: { href: string; label: string };
}

/** A request for an extension that cannot be installed now. */
export function BlockedScreen({ check, clientName, suspensionReason, action }: BlockedScreenProps) {
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
