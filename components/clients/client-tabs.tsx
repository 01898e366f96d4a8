"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { PageLink } from "../palette/command";
import { useOfferedLinks } from "../palette/page-links";
import type { NavItem } from "../shell/nav-link";
import { type NavSection, SectionTabs, TabLinks } from "../ui/tab-links";

export interface ClientTabsProps {
  /** `…/clients/{client_id}`. */
  clientPath: string;
  /** All pages, for the command palette. */
  links: readonly PageLink[];
  tabs: readonly NavItem[];
  /** The sections that some of the tabs open. */
  sections: readonly NavSection[];
}

/** The pages of one client: a row of sections, and a second row with the pages of the current one. */
export function ClientTabs({ clientPath, links, tabs, sections }: ClientTabsProps) {
  const t = useTranslations("shell.client");
  // The edit form has no tabs: following one would lose what was typed.
  const isEditing = usePathname() === `${clientPath}/edit`;

  useOfferedLinks({ label: t("navigation"), links: isEditing ? [] : links });

  if (isEditing) return null;
  return (
    <div className="grid min-w-0 gap-1">
      <TabLinks label={t("navigation")} tabs={tabs} />
      <SectionTabs sections={sections} />
    </div>
  );
}
