"use client";

import { useEffect } from "react";
import type { PageLink } from "./command";

/** Links of the current page, with their heading. */
export interface PageLinks {
  label: string;
  links: readonly PageLink[];
}

let offered: PageLinks | null = null;

/** Offers the links of a page in the command palette for as long as the page is shown. */
export function useOfferedLinks(page: PageLinks): void {
  useEffect(() => {
    offered = page;
    return () => {
      offered = null;
    };
  });
}

/** The links of the current page; read when the palette opens. */
export function offeredLinks(): PageLinks | null {
  return offered;
}
