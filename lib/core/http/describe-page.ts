import type { PageData } from "@/lib/core/schemas/page-schemas";

/**
 * The page data of a list (platform spec, section 2.5).
 * @param items on this page
 * @param total number of items on all pages
 */
export function describePage(
  { page_no, page_size }: { page_no: number; page_size: number },
  items: readonly unknown[],
  total: number,
): PageData {
  const hasNext = page_no * page_size < total;
  return {
    item_total: items.length,
    next_id: hasNext ? String(page_no + 1) : "",
    has_previous: page_no > 1,
    has_next: hasNext,
    current: page_no,
    type: "number",
    size: page_size,
    limit: page_size,
    total,
  };
}
