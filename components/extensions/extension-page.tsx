import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { UninstallProgress } from "@/lib/tenants/extension-values";
import { PlainAction } from "../actions/plain-action";
import { ClientMark } from "../clients/client-mark";
import { UntrustedName } from "../consent/untrusted-name";
import { Hydrated } from "../shell/hydrated";
import { Badge } from "../ui/badge";
import { buttonClass } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { RefreshWhile } from "../ui/refresh-while";
import { TabLinks } from "../ui/tab-links";
import { Timestamp } from "../ui/timestamp";
import type { DescribedExtension } from "./extension-views";
import { PublisherLine, SupportLinks } from "./publisher";

export interface ExtensionPageProps {
  extension: DescribedExtension;
  /** Whose it is; only companies have a diary. */
  of: "company" | "organization";
  /** Path of the page; its tabs, the receipt and the removal are under it. */
  path: string;
  listPath: string;
  mayRemove: boolean;
  justRemoved: boolean;
  children: ReactNode;
}

/** What is known of an extension that a company or an organization has or had: above each of its tabs. */
export function ExtensionPage(props: ExtensionPageProps) {
  const { extension, of, path, listPath, justRemoved, children } = props;
  const { name, description, removedAt } = extension;
  const t = useTranslations("extensions");
  const diary = { href: `${path}/diary`, label: t("diary.title") };
  return (
    <>
      <PageHeader
        parents={[
          { label: t(of === "company" ? "title" : `installed.title.${of}`), href: listPath },
        ]}
        icon={<ClientMark size="large" client={extension} />}
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
        actions={removedAt ? null : <Actions {...props} />}
      />
      {removedAt ? (
        <RemovalNotice extension={extension} removedAt={removedAt} live={justRemoved} />
      ) : null}
      {extension.isSuspended && !removedAt ? <SuspensionNotice {...extension} /> : null}
      <TabLinks
        label={t("tabs.label")}
        tabs={[
          { href: path, label: t("tabs.overview") },
          ...(of === "company" ? [diary] : []),
          { href: `${path}/history`, label: t("history.title") },
        ]}
      />
      {children}
    </>
  );
}

function Actions({ extension, of, path, mayRemove }: ExtensionPageProps) {
  const t = useTranslations("extensions");
  const { name, publisherName, launchHref } = extension;
  const client = () => <UntrustedName name={name} />;
  const publisher = () => <UntrustedName name={publisherName} />;
  return (
    <>
      {mayRemove ? (
        <Hydrated>
          <PlainAction
            action={`${path}/remove`}
            label={t("remove.button")}
            isDangerous
            title={t.rich("remove.title", { client })}
          >
            <ul className="wrap-anywhere grid list-disc gap-2 ps-5">
              <li>{t(`remove.stops.${of}`)}</li>
              <li>{t("remove.notified")}</li>
              <li>{t.rich("remove.copied", { publisher })}</li>
              <li>{t(`remove.remains.${of}`)}</li>
            </ul>
          </PlainAction>
        </Hydrated>
      ) : null}
      {launchHref ? (
        <a href={launchHref} rel="noopener" className={buttonClass("primary")}>
          {t.rich("launch", {
            client,
            unseen: (words) => <span className="sr-only">{words}</span>,
          })}
          <ExternalLink className="size-4" />
        </a>
      ) : null}
    </>
  );
}

function State({ extension }: { extension: DescribedExtension }) {
  const t = useTranslations("extensions.state");
  if (extension.removedAt) return <Badge>{t("removed")}</Badge>;
  if (extension.isSuspended) return <Badge tone="warning">{t("suspended")}</Badge>;
  if (!extension.isActive) return <Badge tone="warning">{t("switchedOff")}</Badge>;
  return null;
}

interface RemovalNoticeProps {
  extension: DescribedExtension;
  removedAt: Date;
  /** True right after the removal, so that screen readers announce it. */
  live: boolean;
}

function RemovalNotice({ extension, removedAt, live }: RemovalNoticeProps) {
  const t = useTranslations("extensions.removal");
  const { name, publisherName, uninstall } = extension;
  return (
    <Notice
      tone={uninstall?.lastFailure && uninstall.state !== "delivered" ? "warning" : "success"}
      live={live}
      title={t.rich("title", { client: () => <UntrustedName name={name} /> })}
    >
      <p>
        {t.rich("copied", {
          when: () => <Timestamp value={removedAt} />,
          publisher: () => <UntrustedName name={publisherName} />,
        })}
      </p>
      {uninstall ? <UninstallStatus uninstall={uninstall} /> : null}
    </Notice>
  );
}

function UninstallStatus({ uninstall }: { uninstall: UninstallProgress }) {
  const t = useTranslations("extensions.removal");
  const { state, attempts, nextAttemptAt, lastFailure } = uninstall;
  if (state === "delivered") return <p>{t("delivered")}</p>;
  const failure = lastFailure ? t(`failures.${lastFailure}`) : "";
  if (state === "given_up") {
    return (
      <p>
        {failure} {t("givenUp", { attempts })}
      </p>
    );
  }
  return (
    <p>
      {failure || t("telling")}{" "}
      {lastFailure && nextAttemptAt
        ? t.rich("next", { when: () => <Timestamp value={nextAttemptAt} exact="minute" /> })
        : null}
      <RefreshWhile />
    </p>
  );
}

function SuspensionNotice({ suspensionReason }: { suspensionReason: string | null }) {
  const t = useTranslations("extensions.suspension");
  return (
    <Notice tone="warning" title={t("title")}>
      {suspensionReason ? <p>{t("reason", { reason: suspensionReason })}</p> : null}
      <p>{t("next")}</p>
    </Notice>
  );
}
