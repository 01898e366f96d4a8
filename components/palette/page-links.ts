"use client";

import { useEffect } from "react";
import type { PageLink } from "./command";

/** Links that the page on screen has of its own, under their heading. */
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

/** What the page on screen offers; the palette asks when it opens. */
export function offeredLinks(): PageLinks | null {
  return offered;
}
