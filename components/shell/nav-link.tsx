"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import type { PageLink } from "../palette/command";

export interface NavItem extends PageLink {
  /** Whether pages below it belong to other entries. */
  exact?: boolean;
}

/** One entry of the main navigation; it knows when its page or one below it is shown. */
export function NavLink({ href, label, exact = false }: NavItem) {
  const path = usePathname();
  const current = path === href || (!exact && path.startsWith(`${href}/`));
  const link = useRef<HTMLAnchorElement>(null);

  // On a phone the navigation scrolls sideways, and the current entry may stand beyond the screen.
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);

  return (
    <Link
      ref={link}
      href={href}
      aria-current={current ? "page" : undefined}
      className="-mb-px flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-2 font-semibold text-muted hover:text-ink focus-visible:outline-offset-[-2px] aria-[current]:border-brass aria-[current]:text-ink"
    >
      {label}
    </Link>
  );
}
