import { z } from "zod";
import { cursorPageSchema, cursorQuery } from "@/lib/core/schemas/cursor-schemas";
import { pageQuery, pageSchema } from "@/lib/core/schemas/page-schemas";

/** Ways to address the pages of a list. */
export const pageTypes = ["number", "cursor"] as const;

/** Query parameters of a list whose pages have numbers or, in a walk, cursors. */
export const walkQuery = {
  ...pageQuery,
  page_type: z.enum(pageTypes).optional().meta({
    description:
      "`cursor` starts a walk: `page.next_id` is then a cursor. By default, pages have numbers.",
  }),
  cursor: cursorQuery.cursor.meta({
    description:
      "`page.next_id` of the previous page. Send it with the same filters and order, and without `page_no`.",
  }),
};

/** Which page of a list. */
export type WalkQuery = {
  page_no: number;
  page_size: number;
  page_type?: (typeof pageTypes)[number] | undefined;
  cursor?: string | undefined;
};

/** The page object of a list with numbers and cursors. */
export const walkPageSchema = z.discriminatedUnion("type", [pageSchema, cursorPageSchema]);

/** The page object of a list with numbers and cursors. */
export type WalkPage = z.output<typeof walkPageSchema>;
