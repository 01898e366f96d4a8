import { z } from "zod";
import { wholeNumber } from "@/lib/core/http/query-values";

const MAX_PAGE_SIZE = 100;
// page.current is an int32 in the platform spec.
const MAX_PAGE_NO = 2_147_483_647;

/** Query parameters of every list. */
export const pageQuery = {
  page_no: wholeNumber(1, MAX_PAGE_NO, "Page number, starting at 1.").default(1),
  page_size: wholeNumber(1, MAX_PAGE_SIZE, "Items per page.").default(10),
};

/** The page object of the platform spec (section 2.5). */
export const pageSchema = z
  .looseObject({
    item_total: z.int().meta({
      description: "Number of items on this page.",
      example: 10,
    }),
    next_id: z
      .string()
      .meta({ description: "Number of the next page, or empty on the last.", example: "2" }),
    has_previous: z
      .boolean()
      .meta({ description: "Whether a previous page exists.", example: false }),
    has_next: z.boolean().meta({ description: "Whether a next page exists." }),
    current: z.int().meta({ description: "Number of this page, from 1.", example: 1 }),
    type: z.literal("number").meta({ description: "Pages are addressed by number." }),
    size: z.int().meta({ description: "Requested number of items per page.", example: 10 }),
    limit: z.int().meta({ description: "Maximum number of items on this page.", example: 10 }),
    total: z.int().meta({ description: "Number of items on all pages.", example: 42 }),
  })
  .meta({ id: "Page" });

/** Page data of a list. */
export type PageData = z.output<typeof pageSchema>;
