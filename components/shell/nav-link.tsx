"use client";

import { usePathname } from "next/navigation";
import type { PageLink } from "../palette/command";
import { CurrentLink, leadsTo } from "../ui/current-link";

export interface NavItem extends PageLink {
  /** True if it is not current on pages below it. */
  exact?: boolean;
  /** Further pages of the section that it opens, on which it is current too. */
  covers?: readonly string[];
}

/** One entry of the main navigation, marked as current on its page and those below. */
export function NavLink({ href, label, exact = false, covers = [] }: NavItem) {
  const path = usePathname();
  const current = [href, ...covers].some((page) => leadsTo(path, page, exact));
  return (
    <CurrentLink
      href={href}
      current={current}
      className="-mb-px flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-2 font-semibold text-muted hover:text-ink focus-visible:outline-offset-[-2px] aria-[current]:border-brass aria-[current]:text-ink"
    >
      {label}
    </CurrentLink>
  );
}
