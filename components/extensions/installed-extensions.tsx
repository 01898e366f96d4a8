import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { UntrustedName } from "../consent/untrusted-name";
import { ScopeGroups } from "../scopes/scope-groups";
import { ScopeUseNote } from "../scopes/scope-use-note";
import { Badge } from "../ui/badge";
import { buttonClass, LinkButton } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { ListPanel } from "../ui/list-panel";
import { Timestamp } from "../ui/timestamp";
import { SuspensionNotice } from "./extension-notices";
import { ExtensionSummary } from "./extension-summary";
import type { InstalledExtension } from "./extension-views";

export interface InstalledExtensionsProps {
  extensions: readonly InstalledExtension[];
  /** Path of the company's extensions; each has a page of its own under it. */
  path: string;
  /** False while the company is suspended or closed: nothing can be installed. */
  isCompanyActive: boolean;
}

/** Connected extensions with what they may do and who allowed it. */
export function InstalledExtensions(props: InstalledExtensionsProps) {
  const { extensions, path, isCompanyActive } = props;
  const t = useTranslations("extensions.installed");
  return (
    <ListPanel
      title={t("title")}
      description={t("explanation")}
      empty={{ title: t("empty"), next: t(isCompanyActive ? "emptyNext" : "emptyInactive") }}
    >
      {extensions.map((extension) => (
        <InstalledRow
          key={extension.clientId}
          extension={extension}
          href={`${path}/${extension.clientId}`}
        />
      ))}
    </ListPanel>
  );
}

function StateBadge({ extension }: { extension: InstalledExtension }) {
  const t = useTranslations("extensions.state");
  if (extension.isSuspended) return <Badge tone="warning">{t("suspended")}</Badge>;
  return extension.isActive ? null : <Badge tone="warning">{t("switchedOff")}</Badge>;
}

function InstalledRow({ extension, href }: { extension: InstalledExtension; href: string }) {
  const t = useTranslations("extensions");
  const messageValues = {
    client: () => <UntrustedName name={extension.name} />,
    unseen: (words: ReactNode) => <span className="sr-only">{words}</span>,
  };
  return (
    <li className="grid gap-3 px-4 py-5 sm:px-6">
      <ExtensionSummary
        extension={extension}
        badge={<StateBadge extension={extension} />}
        actions={
          <div className="flex flex-wrap gap-2">
            <LinkButton href={href}>{t.rich("installed.details", messageValues)}</LinkButton>
            {extension.launchHref ? (
              <a href={extension.launchHref} rel="noopener" className={buttonClass("primary")}>
                {t.rich("launch", messageValues)}
                <ExternalLink className="size-4" aria-hidden="true" />
              </a>
            ) : null}
          </div>
        }
      >
        {extension.isSuspended ? <SuspensionNotice {...extension} /> : null}
        <p className="text-muted text-sm">
          <Approval extension={extension} /> <LastUse at={extension.lastUsedAt} />{" "}
          <Unused extension={extension} />
        </p>
      </ExtensionSummary>
      <Disclosure
        summary={
          <span>
            {t.rich("installed.permissions", { ...messageValues, count: extension.scopes.length })}
          </span>
        }
      >
        <ScopeGroups
          scopes={extension.scopes}
          noteOn={({ name }) => {
            const use = extension.use.find(({ scope }) => scope === name);
            return use ? <ScopeUseNote use={use} days={USE_DAYS} /> : null;
          }}
        />
      </Disclosure>
    </li>
  );
}

function Approval({ extension }: { extension: InstalledExtension }) {
  const t = useTranslations("extensions.installed");
  const { installedAt, approvedBy } = extension;
  const when = () => <Timestamp value={installedAt} />;
  if (!approvedBy) return t.rich("allowed", { when });
  return t.rich("allowedBy", { when, person: () => <bdi>{approvedBy}</bdi> });
}

function LastUse({ at }: { at: Date | null }) {
  const t = useTranslations("extensions.installed");
  return at ? t.rich("lastUsed", { when: () => <Timestamp value={at} /> }) : t("noCalls");
}

/** How many permissions it did not use. */
function Unused({ extension: { use } }: { extension: InstalledExtension }) {
  const t = useTranslations("extensions.installed");
  const count = use.filter(({ lastUsedAt }) => lastUsedAt === null).length;
  return count > 0 ? t("unused", { count, days: USE_DAYS }) : null;
}
