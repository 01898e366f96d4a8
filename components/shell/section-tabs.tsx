"use client";

import { usePathname } from "next/navigation";
import type { PageLink } from "../palette/command";
import { TabLinks } from "../ui/tab-links";

/** A section of the navigation with several pages. */
export interface NavSection {
  label: string;
  pages: readonly PageLink[];
}

/** The pages of the section that the current page belongs to, or nothing. */
export function SectionTabs({ sections }: { sections: readonly NavSection[] }) {
  const path = usePathname();
  const current = sections.find(({ pages }) =>
    pages.some(({ href }) => path === href || path.startsWith(`${href}/`)),
  );
  if (!current) return null;
  return <TabLinks label={current.label} tabs={current.pages} withPagesBelow />;
}
