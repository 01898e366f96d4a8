"use client";

import { usePathname } from "next/navigation";
import { type Messages, useTranslations } from "next-intl";
import { useOfferedLinks } from "../palette/page-links";
import { CurrentLink } from "../ui/current-link";

interface ClientTab {
  /** Segment below the client's page; empty for the page itself. */
  segment: string;
  name: keyof Messages["shell"]["client"]["tabs"];
  /** Segments of further pages that belong to the tab. */
  also?: readonly string[];
}

const TABS: readonly ClientTab[] = [
  { segment: "", name: "overview" },
  { segment: "credentials", name: "credentials" },
  { segment: "redirect-urls", name: "redirectUrls" },
  { segment: "scopes", name: "scopes" },
  { segment: "lifetimes", name: "lifetimes" },
  { segment: "companies", name: "companies" },
  { segment: "activity", name: "activity" },
  { segment: "events", name: "events" },
  { segment: "audit", name: "audit" },
  { segment: "quick-start", name: "quickStart" },
  { segment: "try", name: "try", also: ["sandbox", "conformance"] },
];

/** The form that changes a client stands alone: leaving it by a tab would lose what was typed. */
const EDIT_SEGMENT = "edit";

export interface ClientTabsProps {
  /** `…/clients/{client_id}`. */
  clientPath: string;
  /** False for roles that may not read the audit log. */
  mayReadAudit: boolean;
}

/** The pages of one client, as links: they work without JavaScript. Scrolls sideways on phones. */
export function ClientTabs({ clientPath, mayReadAudit }: ClientTabsProps) {
  const t = useTranslations("shell.client");
  const segment = usePathname().slice(clientPath.length + 1);
  const tabs =
    segment === EDIT_SEGMENT ? [] : TABS.filter((tab) => mayReadAudit || tab.segment !== "audit");
  const hrefOf = (tab: ClientTab) => (tab.segment ? `${clientPath}/${tab.segment}` : clientPath);

  useOfferedLinks({
    label: t("navigation"),
    links: tabs.map((tab) => ({ href: hrefOf(tab), label: t(`tabs.${tab.name}`) })),
  });

  if (tabs.length === 0) return null;
  return (
    <nav aria-label={t("navigation")} className="min-w-0">
      <ul className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <li key={tab.segment}>
            <CurrentLink
              href={hrefOf(tab)}
              current={isCurrent(tab, segment)}
              className="-mb-px flex min-h-10 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-semibold text-muted hover:text-ink focus-visible:outline-offset-[-2px] aria-[current]:border-brass aria-[current]:text-ink"
            >
              {t(`tabs.${tab.name}`)}
            </CurrentLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isCurrent({ segment, also = [] }: ClientTab, shown: string): boolean {
  return shown === segment || also.includes(shown);
}
