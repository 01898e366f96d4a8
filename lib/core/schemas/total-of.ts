import type { WalkPage } from "@/lib/core/schemas/page-schemas";

/**
 * Number of items on all pages; 0 for a page of a walk, which does not count them. In a file without schemas, which
 * browsers need not load.
 */
export function totalOf(page: WalkPage): number {
  return page.type === "number" ? page.total : 0;
}
