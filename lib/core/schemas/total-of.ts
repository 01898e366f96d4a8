import type { WalkPage } from "@/lib/core/schemas/page-schemas";

/** Items on all pages; 0 for a page of a walk. In a file without schemas, so that browsers need not load them. */
export function totalOf(page: WalkPage): number {
  return page.type === "number" ? page.total : 0;
}
