"use client";

import Link from "next/link";
import { type ComponentProps, useEffect, useRef } from "react";

export interface CurrentLinkProps
  extends Omit<ComponentProps<typeof Link>, "aria-current" | "ref"> {
  /** Whether it leads to the current page. */
  current: boolean;
}

/** A link in a row that scrolls sideways on phones; the current one scrolls into view. */
export function CurrentLink({ current, ...rest }: CurrentLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  return <Link ref={link} aria-current={current ? "page" : undefined} {...rest} />;
}
