import { z } from "zod";
import { wholeNumber } from "@/lib/core/http/query-values";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";

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

/** Query of a list without filters. */
export const listQuerySchema = z.object(cursorQuery);

/** The parameter of a list that finds what changed. */
export const changedSinceQuery = timestampInput.optional().meta({
  description:
    "Only items created or changed at this timestamp or later. Send the start of your previous run minus an hour.",
  example: "2026-11-21T09:30:00Z",
});

/** The search parameter of a list. @param matches what it is compared with */
export function searchQuery(matches: string) {
  return z
    .string()
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
    next_id: z.string().meta({
      description: "Send it as `cursor` to get the next page; empty on the last.",
      example: "WzQyXQ.5cPlyE3MtVqHJ0nB",
    }),
    has_next: z.boolean().meta({ description: "Whether a next page exists." }),
    size: z.int().meta({ description: "Requested number of items per page.", example: 50 }),
  })
  .meta({ id: "CursorPage" });

/** The page object of a list with a cursor. */
export type CursorPage = z.output<typeof cursorPageSchema>;

export function cursorListSchema<Item extends z.ZodType>(id: string, item: Item) {
  return z.looseObject({ items: z.array(item), page: cursorPageSchema }).meta({ id });
}
