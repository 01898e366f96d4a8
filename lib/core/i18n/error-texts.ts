import { type ErrorCode, type ErrorEntry, errorTable } from "@/lib/core/errors";

type ErrorTexts = Readonly<Record<ErrorCode, Pick<ErrorEntry, "title" | "why" | "next">>>;

/**
 * The English explanations of error codes, as messages. They come from the table of codes, which the API and its
 * description use too, so that they cannot diverge.
 */
export const errorTexts = Object.fromEntries(
  Object.entries(errorTable).map(([code, { title, why, next }]) => [code, { title, why, next }]),
  // `fromEntries` loses the type of its keys, which are those of the table.
) as ErrorTexts;
