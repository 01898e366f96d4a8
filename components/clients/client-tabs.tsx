"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { PageLink } from "../palette/command";
import { useOfferedLinks } from "../palette/page-links";
import { CurrentLink } from "../ui/current-link";

export interface ClientTabsProps {
  /** `…/clients/{client_id}`. */
  clientPath: string;
  tabs: readonly PageLink[];
}

/** The pages of one client, as links: they work without JavaScript. Scrolls sideways on phones. */
export function ClientTabs({ clientPath, tabs }: ClientTabsProps) {
  const t = useTranslations("shell.client");
  const path = usePathname();
  // The edit form has no tabs: following one would lose what was typed.
  const shown = path === `${clientPath}/edit` ? [] : tabs;

  useOfferedLinks({ label: t("navigation"), links: shown });

  if (shown.length === 0) return null;
  return (
    <nav aria-label={t("navigation")} className="min-w-0">
      <ul className="flex gap-1 overflow-x-auto border-line border-b">
        {shown.map(({ href, label }) => (
          <li key={href}>
            <CurrentLink
              href={href}
              current={path === href}
              className="-mb-px flex min-h-10 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-semibold text-muted hover:text-ink focus-visible:outline-offset-[-2px] aria-[current]:border-brass aria-[current]:text-ink"
            >
              {label}
            </CurrentLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
