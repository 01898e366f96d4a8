import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import { ExtensionSummary } from "../extensions/extension-summary";
import { ScopeGroups } from "../scopes/scope-groups";
import { Badge } from "../ui/badge";
import { buttonClass } from "../ui/button-class";
import { Disclosure } from "../ui/disclosure";
import { ListPanel } from "../ui/list-panel";
import { Timestamp } from "../ui/timestamp";
import type { InstalledView } from "./installed-view";
import { RemoveInstalled } from "./remove-installed";

export interface InstalledListProps {
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
