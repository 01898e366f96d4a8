import { useTranslations } from "next-intl";
import { LinkButton } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import type { HomeLink } from "./home-link";
import { UntrustedName } from "./untrusted-name";

export interface RejectedScreenProps {
  clientName: string;
  grantorName: string;
  /** Where the person can continue. */
  home: HomeLink;
  /** True if an earlier grant stays as it was. */
  keepsEarlierGrant: boolean;
}

/** Shown after the person rejected a request. The redirect URI is not called, so the flow ends here. */
export function RejectedScreen(props: RejectedScreenProps) {
  const { clientName, grantorName, home, keepsEarlierGrant } = props;
  const t = useTranslations("consent");
  return (
    <FocusFrame>
      <PageHeader
        title={t("rejected.title")}
        description={t.rich("rejected.explanation", {
          client: () => <UntrustedName name={clientName} />,
          grantor: () => <UntrustedName name={grantorName} />,
        })}
      />
      <Panel>
        <ul className="grid list-disc gap-2 ps-5">
          <li>{t("rejected.notNotified")}</li>
          {keepsEarlierGrant ? <li>{t("rejected.earlierStays")}</li> : null}
          <li>{t("rejected.changeOfMind")}</li>
        </ul>
      </Panel>
      <div>
        <LinkButton href={home.href} variant="primary">
          {t(`home.${home.label}`)}
        </LinkButton>
      </div>
    </FocusFrame>
  );
}
