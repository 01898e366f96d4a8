import { z } from "zod";
import { wholeNumber } from "@/lib/core/http/query-values";
import { bool, integer, text } from "@/lib/core/schemas/described";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";

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
    item_total: integer("Number of items on this page.", 10),
    next_id: text("Number of the next page, or empty on the last.", "2"),
    has_previous: bool("Whether a previous page exists.", false),
    has_next: bool("Whether a next page exists."),
    current: integer("Number of this page, from 1.", 1),
    type: z.literal("number").meta({ description: "Pages are addressed by number." }),
    size: integer("Requested number of items per page.", 10),
    limit: integer("Maximum number of items on this page.", 10),
    total: integer("Number of items on all pages.", 42),
  })
  .meta({ id: "Page" });

export type PageData = z.output<typeof pageSchema>;

const MAX_LIMIT = 200;
const MAX_CURSOR_LENGTH = 1_000;

const MAX_SEARCH_LENGTH = 200;

/** Query parameters of every list with a cursor. */
export const cursorQuery = {
  limit: wholeNumber(1, MAX_LIMIT, "Items per page.").default(50),
  cursor: z.string().max(MAX_CURSOR_LENGTH).optional().meta({
    description: "`page.next_id` of the previous page; without it, the first page.",
  }),
};

export const listQuerySchema = z.object(cursorQuery);

/** The parameter of a list that finds what changed. */
export const changedSinceQuery = timestampInput.optional().meta({
  description:
    "Only items created or changed at this timestamp or later. Send the start of your previous run minus an hour.",
  example: "2026-11-21T09:30:00Z",
});

/** The search parameter of a list, in NFC as names are. @param matches the fields that it searches, for the description */
export function searchQuery(matches: string) {
  return z
    .string()
    .normalize("NFC")
    .trim()
    .max(MAX_SEARCH_LENGTH, `must have at most ${MAX_SEARCH_LENGTH} characters`)
    .refine((text) => text.isWellFormed() && !text.includes("\0"), "must be well-formed text")
    .optional()
    .meta({ description: `Only items that contain this text in ${matches}.` });
}

/** The page object of a list with a cursor. */
export const cursorPageSchema = z
  .looseObject({
    type: z.literal("cursor").meta({ description: "Pages are addressed by cursor." }),
    next_id: text(
      "Send it as `cursor` to get the next page; empty on the last.",
      "WzQyXQ.5cPlyE3MtVqHJ0nB",
    ),
    has_next: bool("Whether a next page exists."),
    size: integer("Requested number of items per page.", 50),
  })
  .meta({ id: "CursorPage" });

/** The page object of a list with a cursor. */
export type CursorPage = z.output<typeof cursorPageSchema>;

export function cursorListSchema<Item extends z.ZodType>(id: string, item: Item) {
  return z.looseObject({ items: z.array(item), page: cursorPageSchema }).meta({ id });
}

/** Query parameters of a list whose pages have numbers or, in a walk, cursors. */
export const paginationQuery = {
  ...pageQuery,
  page_type: z.enum(["number", "cursor"]).optional().meta({
    description:
      "`cursor` starts a walk: `page.next_id` is then a cursor. By default, pages have numbers.",
  }),
  cursor: cursorQuery.cursor.meta({
    description:
      "`page.next_id` of the previous page. Send it with the same filters and order, and without `page_no`.",
  }),
};

/** Which page of a list. */
export type PaginationQuery = z.output<z.ZodObject<typeof paginationQuery>>;

/** The page object of a list with numbers and cursors. */
export const walkPageSchema = z.discriminatedUnion("type", [pageSchema, cursorPageSchema]);

/** The page object of a list with numbers and cursors. */
export type WalkPage = z.output<typeof walkPageSchema>;
