import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import { ExtensionSummary } from "../extensions/extension-summary";
import { RemovalForm } from "../extensions/remove-extension";
import { ScopeGroups } from "../scopes/scope-groups";
import type { ScopeView } from "../scopes/scope-view";
import { Badge } from "../ui/badge";
import { buttonClass } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { ListPanel } from "../ui/list-panel";
import { Notice } from "../ui/notice";
import { Timestamp } from "../ui/timestamp";

interface InstalledListProps {
  extensions: readonly InstalledView[];
  /** Path of the page; each extension's receipt and removal are under it. */
  path: string;
  /** False for roles that cannot remove extensions. */
  mayRemove: boolean;
}

/** Extensions that the organization itself has allowed: by whom, with which permissions, and how to remove them. */
export function InstalledList({ extensions, path, mayRemove }: InstalledListProps) {
  const t = useTranslations("installed.list");
  return (
    <ListPanel
      title={t("title")}
      description={t("explanation")}
      empty={{ title: t("empty"), next: t("emptyNext") }}
    >
      {extensions.map((extension) => (
        <InstalledRow
          key={extension.clientId}
          extension={extension}
          path={`${path}/${extension.clientId}`}
          mayRemove={mayRemove}
        />
      ))}
    </ListPanel>
  );
}

interface InstalledRowProps {
  extension: InstalledView;
  path: string;
  mayRemove: boolean;
}

function InstalledRow({ extension, path, mayRemove }: InstalledRowProps) {
  const t = useTranslations("installed.list");
  const { name, scopes } = extension;
  return (
    <li className="grid gap-3 px-4 py-5 sm:px-6">
      <ExtensionSummary
        extension={extension}
        badge={extension.isActive ? null : <Badge tone="warning">{t("switchedOff")}</Badge>}
        actions={
          <a href={`${path}/receipt`} download className={buttonClass("secondary")}>
            <Download className="size-4" aria-hidden="true" />
            {t.rich("receipt", {
              client: () => <UntrustedName name={name} />,
              unseen: (words) => <span className="sr-only">{words}</span>,
            })}
          </a>
        }
      >
        <p className="text-muted text-sm">
          <Approval extension={extension} />
        </p>
      </ExtensionSummary>
      <Disclosure summary={t("permissions", { count: scopes.length })}>
        <ScopeGroups scopes={scopes} rawNames />
      </Disclosure>
      {mayRemove ? (
        <Disclosure summary={t("remove")}>
          <RemoveInstalled extension={extension} action={`${path}/remove`} />
        </Disclosure>
      ) : (
        <p className="text-muted text-sm">{t("askOwner")}</p>
      )}
    </li>
  );
}

function Approval({ extension }: { extension: InstalledView }) {
  const t = useTranslations("installed.list");
  const { approvedAt, approvedBy } = extension;
  const when = () => <Timestamp value={approvedAt} />;
  if (!approvedBy) return t.rich("allowed", { when });
  return t.rich("allowedBy", { when, person: () => <bdi>{approvedBy}</bdi> });
}

interface RemoveInstalledProps {
  extension: InstalledView;
  /** Where the form posts to. */
  action: string;
}

/** Removes an extension from the organization, after saying what stops working. */
function RemoveInstalled({ extension, action }: RemoveInstalledProps) {
  const t = useTranslations("installed.remove");
  const { name, publisherName } = extension;
  const client = () => <UntrustedName name={name} />;
  return (
    <RemovalForm
      action={action}
      consequences={[
        { id: "stops", sentence: t("stops") },
        { id: "notNotified", sentence: t("notNotified") },
        {
          id: "copied",
          sentence: t.rich("copied", { publisher: () => <UntrustedName name={publisherName} /> }),
        },
        { id: "companies", sentence: t("companies") },
      ]}
      confirmLabel={t.rich("confirm", { client })}
      submitLabel={t.rich("button", { client })}
    />
  );
}

/** Says that an extension was removed, with a link to the receipt. */
export function RemovedNotice({ receiptHref }: { receiptHref: string }) {
  const t = useTranslations("installed.removed");
  return (
    <Notice tone="success" title={t("title")} live>
      <p>
        {t.rich("next", {
          receipt: (words) => (
            <a href={receiptHref} download className="inline-link">
              {words}
            </a>
          ),
        })}
      </p>
    </Notice>
  );
}

/** An extension that the organization itself has allowed. */
interface InstalledView<Scope = ScopeView> {
  clientId: string;
  name: string;
  logoUri: string | null;
  publisherName: string;
  publisherVerified: boolean;
  /** False if its publisher deactivated it. */
  isActive: boolean;
  scopes: readonly Scope[];
  /** When its permissions were last decided. */
  approvedAt: Date;
  /** Null if that person no longer exists. */
  approvedBy: string | null;
}
