import { Download, ExternalLink, History } from "lucide-react";
import { useTranslations } from "next-intl";
import { ClientMark } from "../clients/client-mark";
import { UntrustedName } from "../consent/untrusted-name";
import { ScopeGroups } from "../scopes/scope-groups";
import { Badge } from "../ui/badge";
import { buttonClass, LinkButton } from "../ui/button";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { RemovalNotice, SuspensionNotice } from "./extension-notices";
import { PublisherLine } from "./extension-summary";
import type { ConnectedExtension } from "./extension-views";
import { GrantHistory } from "./grant-history";
import { Approval } from "./installed-app";
import { PermissionUseTable } from "./permission-use";
import { RemoveExtension } from "./remove-extension";
import { SupportLinks } from "./support-links";

interface ExtensionDetailProps {
  extension: ConnectedExtension;
  /** Where the form that removes it posts to. */
  removeAction: string;
  /** False for staff. */
  mayRemove: boolean;
  /** True right after the person removed it. */
  justRemoved: boolean;
}

/** An extension's permissions and activity, the history of its grant, and its removal. */
export function ExtensionDetail(props: ExtensionDetailProps) {
  const { extension, removeAction, mayRemove, justRemoved } = props;
  const { removedAt, scopes } = extension;
  const t = useTranslations("extensions.detail");
  return (
    <>
      {removedAt ? (
        <RemovalNotice extension={extension} removedAt={removedAt} live={justRemoved} />
      ) : null}
      {extension.isSuspended && !removedAt ? <SuspensionNotice {...extension} /> : null}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          {removedAt ? null : (
            <Panel title={t("mayDo")} description={<Approval extension={extension} />}>
              {scopes.length > 0 ? (
                <ScopeGroups scopes={scopes} rawNames />
              ) : (
                <p className="text-muted">{t("nothing")}</p>
              )}
            </Panel>
          )}
          <PermissionUseTable use={extension.use} />
        </div>
        <div className="grid gap-6">
          <GrantHistory history={extension.history} />
          {removedAt ? null : (
            <RemoveExtension extension={extension} action={removeAction} mayRemove={mayRemove} />
          )}
        </div>
      </div>
    </>
  );
}

interface ExtensionHeaderProps {
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
      parents={[{ label: t("title"), href: listPath }]}
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
