import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { ClientMark } from "../clients/client-mark";
import { UntrustedName } from "../consent/untrusted-name";
import { ScopeGroups } from "../scopes/scope-groups";
import type { ScopeView } from "../scopes/scope-view";
import { Badge } from "../ui/badge";
import { buttonClass } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { PublisherLine } from "./extension-summary";
import type { Extension } from "./extension-views";
import { RemovalForm } from "./remove-extension";

/** An extension that the organization itself has given access. */
interface InstalledView extends Extension {
  /** False if its publisher deactivated it. */
  isActive: boolean;
  scopes: readonly ScopeView[];
  /** When its permissions were last decided. */
  installedAt: Date;
  /** Null if that person no longer exists. */
  approvedBy: string | null;
}

interface InstalledAppProps {
  extension: InstalledView;
  /** Path of the page; the receipt and the removal are under it. */
  path: string;
  /** Path of the list. */
  listPath: string;
  /** False for roles that cannot remove extensions. */
  mayRemove: boolean;
}

/** What an extension can do for the organization, who allowed it, and how to remove it. */
export function InstalledApp({ extension, path, listPath, mayRemove }: InstalledAppProps) {
  const t = useTranslations("extensions");
  const { name, publisherName, publisherVerified, isActive, scopes } = extension;
  return (
    <>
      <PageHeader
        parents={[{ label: t("installed.title.organization"), href: listPath }]}
        icon={<ClientMark size="large" client={extension} />}
        title={<UntrustedName name={name} />}
        status={isActive ? null : <Badge tone="warning">{t("state.switchedOff")}</Badge>}
        description={<PublisherLine name={publisherName} verified={publisherVerified} />}
        actions={
          <a href={`${path}/receipt`} download className={buttonClass("secondary")}>
            <Download className="size-4" aria-hidden="true" />
            {t("receipt")}
          </a>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title={t("detail.mayDo")} description={<Approval extension={extension} />}>
          <ScopeGroups scopes={scopes} rawNames />
        </Panel>
        <Panel title={t("remove.title")} tone={mayRemove ? "danger" : "plain"}>
          {mayRemove ? (
            <RemoveInstalled extension={extension} action={`${path}/remove`} />
          ) : (
            <p className="text-muted">{t("removeInstalled.askOwner")}</p>
          )}
        </Panel>
      </div>
    </>
  );
}

/** Who gave an extension access, and when. */
export function Approval({
  extension: { installedAt, approvedBy },
}: {
  extension: Pick<InstalledView, "installedAt" | "approvedBy">;
}) {
  const t = useTranslations("extensions.detail");
  const when = () => <Timestamp value={installedAt} />;
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
  const t = useTranslations("extensions");
  const { name, publisherName } = extension;
  const client = () => <UntrustedName name={name} />;
  const publisher = () => <UntrustedName name={publisherName} />;
  return (
    <RemovalForm
      action={action}
      consequences={[
        { id: "stops", sentence: t("removeInstalled.stops") },
        { id: "notified", sentence: t("remove.notified") },
        { id: "copied", sentence: t.rich("remove.copied", { publisher }) },
        { id: "companies", sentence: t("removeInstalled.companies") },
      ]}
      confirmLabel={t.rich("remove.confirm", { client })}
      submitLabel={t.rich("remove.button", { client })}
    />
  );
}

/** Says that an extension was removed, with a link to the receipt. */
export function RemovedNotice({ receiptHref }: { receiptHref: string }) {
  const t = useTranslations("extensions.removeInstalled");
  return (
    <Notice tone="success" title={t("removed")} live>
      <p>
        {t.rich("removedNext", {
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
