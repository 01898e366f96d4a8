"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { PageLink } from "../palette/command";
import { useOfferedLinks } from "../palette/page-links";
import { TabLinks } from "../ui/tab-links";

export interface ClientTabsProps {
  /** `…/clients/{client_id}`. */
  clientPath: string;
  tabs: readonly PageLink[];
}

/** The pages of one client. */
export function ClientTabs({ clientPath, tabs }: ClientTabsProps) {
  const t = useTranslations("shell.client");
  const path = usePathname();
  // The edit form has no tabs: following one would lose what was typed.
  const shown = path === `${clientPath}/edit` ? [] : tabs;

  useOfferedLinks({ label: t("navigation"), links: shown });

  if (shown.length === 0) return null;
  return <TabLinks label={t("navigation")} tabs={shown} />;
}
