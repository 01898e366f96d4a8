import { Download, ExternalLink, History } from "lucide-react";
import { useTranslations } from "next-intl";
import { ClientLogo } from "../brand/client-logo";
import { UntrustedName } from "../consent/untrusted-name";
import { Badge } from "../ui/badge";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { buttonClass, LinkButton } from "../ui/button";
import { PageHeader } from "../ui/page-header";
import { PublisherLine } from "./extension-summary";
import type { ConnectedExtension } from "./extension-views";
import { SupportLinks } from "./support-links";

export interface ExtensionHeaderProps {
  extension: ConnectedExtension;
  /** Path of the company's extensions. */
  listPath: string;
}

/** The name of an extension, its state, and the actions on it. */
export function ExtensionHeader({ extension, listPath }: ExtensionHeaderProps) {
  const t = useTranslations("extensions");
  const { clientId, name, description, launchHref } = extension;
  return (
    <PageHeader
      breadcrumbs={
        <Breadcrumbs crumbs={[{ label: t("title"), href: listPath }, { label: name }]} />
      }
      icon={<ClientLogo client={extension} className="max-h-14 w-14" />}
      title={<UntrustedName name={name} />}
      status={<State extension={extension} />}
      description={
        <div className="grid gap-1">
          <PublisherLine name={extension.publisherName} verified={extension.publisherVerified} />
          {description ? (
            <p className="whitespace-pre-line">
              <bdi>{description}</bdi>
            </p>
          ) : null}
          <SupportLinks {...extension.contacts} />
        </div>
      }
      actions={
        <>
          <LinkButton href={`${listPath}/${clientId}/diary`}>
            <History className="size-4" aria-hidden="true" />
            {t("diary.title")}
          </LinkButton>
          <a href={`${listPath}/${clientId}/receipt`} download className={buttonClass("secondary")}>
            <Download className="size-4" aria-hidden="true" />
            {t("receipt")}
          </a>
          {launchHref ? (
            <a href={launchHref} rel="noopener" className={buttonClass("primary")}>
              {t.rich("launch", {
                client: () => <UntrustedName name={name} />,
                unseen: (words) => <span className="sr-only">{words}</span>,
              })}
              <ExternalLink className="size-4" aria-hidden="true" />
            </a>
          ) : null}
        </>
      }
    />
  );
}

function State({ extension }: { extension: ConnectedExtension }) {
  const t = useTranslations("extensions.state");
  if (extension.removedAt) return <Badge>{t("removed")}</Badge>;
  if (extension.isSuspended) return <Badge tone="warning">{t("suspended")}</Badge>;
  if (!extension.isActive) return <Badge tone="warning">{t("switchedOff")}</Badge>;
  return <Badge tone="success">{t("connected")}</Badge>;
}
