import { useTranslations } from "next-intl";
import { SwitchAccountForm } from "../auth/sign-out-form";
import { buttonClass } from "../ui/button-class";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { UntrustedName } from "./untrusted-name";

/** Why a request cannot be decided. */
export type EndedReason = "unknown" | "expired" | "decided" | "client_inactive" | "not_a_member";

export interface EndedScreenProps {
  reason: EndedReason;
  /** Missing if the person may not see the request. */
  clientName?: string;
  /** The next step, if any. It may leave this site, so it is an ordinary link. */
  action?: { href: string; label: string };
  /** Local address to open with another account, if that may help. */
  switchAccountTo?: string;
}

/** A request that can no longer be decided, or not by this person. */
export function EndedScreen({ reason, clientName, action, switchAccountTo }: EndedScreenProps) {
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
