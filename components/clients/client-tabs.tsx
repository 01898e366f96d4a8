"use client";

import { useTranslations } from "next-intl";
import type { PageLink } from "../palette/command";
import { useOfferedLinks } from "../palette/page-links";
import type { NavItem } from "../shell/nav-link";
import { TabLinks } from "../ui/tab-links";

export interface ClientTabsProps {
  /** All pages, for the command palette. */
  links: readonly PageLink[];
  tabs: readonly NavItem[];
}

/** The pages of one client, in one row. */
export function ClientTabs({ links, tabs }: ClientTabsProps) {
  const t = useTranslations("shell.client");
  useOfferedLinks({ label: t("navigation"), links });
  return <TabLinks label={t("navigation")} tabs={tabs} />;
}
