import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button-class";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { UntrustedName } from "./untrusted-name";

/** Reasons why a company or organization cannot install an extension, named after the checks. */
export type Block = "client_not_suspended" | "publisher_active" | "subject_active" | "listing";

export interface BlockedScreenProps {
  check: Block;
  clientName: string;
  /** The platform's reason for suspending an extension; null if it gave none. */
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
