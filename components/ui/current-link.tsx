"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { Link } from "@/components/ui/link";

export interface CurrentLinkProps
  extends Omit<ComponentProps<typeof Link>, "aria-current" | "ref"> {
  current: boolean;
}

/** A link in a row that scrolls sideways on phones; the current one scrolls into view. */
export function CurrentLink({ current, ...rest }: CurrentLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current && link.current) centerInRow(link.current);
  }, [current]);
  return <Link ref={link} aria-current={current ? "page" : undefined} {...rest} />;
}

/** Whether a link leads to the page at `path` or, unless `exact`, above it. Its query, which chooses a tool, is no part of it. */
export function leadsTo(path: string, href: string, exact: boolean): boolean {
  return path === href.split("?")[0] || (!exact && path.startsWith(`${href}/`));
}

/** Scrolls only the row: scrollIntoView would also move the page under people who scrolled before it ran. */
function centerInRow(link: HTMLElement) {
  const nav = link.closest("nav");
  for (let row = link.parentElement; row && nav?.contains(row); row = row.parentElement) {
    row.scrollLeft += middleOf(link) - middleOf(row);
  }
}

function middleOf(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
