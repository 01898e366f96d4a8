"use client";

import { usePathname } from "next/navigation";
import type { PageLink } from "../palette/command";
import { CurrentLink, leadsTo } from "./current-link";

interface TabLinksProps {
  label: string;
  tabs: readonly PageLink[];
  /** True if a tab is also current on the pages below it. */
  withPagesBelow?: boolean;
}

/** Pages that belong together, as links, which the command palette offers too. Scrolls sideways on phones. */
export function TabLinks({ label, tabs, withPagesBelow = false }: TabLinksProps) {
  const path = usePathname();
  return (
    <nav aria-label={label} data-offered="" className="min-w-0">
      <ul className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <CurrentLink
              href={tab.href}
              current={leadsTo(path, tab.href, !withPagesBelow)}
              className="-mb-px flex min-h-10 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-semibold text-muted hover:text-ink focus-visible:outline-offset-[-2px] aria-[current]:border-brass aria-[current]:text-ink"
            >
              {tab.label}
            </CurrentLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A section of the navigation with several pages. */
export interface NavSection {
  label: string;
  pages: readonly PageLink[];
}

/** The pages of the section that the current page belongs to, or nothing. */
export function SectionTabs({ sections }: { sections: readonly NavSection[] }) {
  const path = usePathname();
  const current = sections.find(({ pages }) =>
    pages.some(({ href }) => leadsTo(path, href, false)),
  );
  if (!current) return null;
  return <TabLinks label={current.label} tabs={current.pages} withPagesBelow />;
}
