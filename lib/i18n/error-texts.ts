import { type ErrorCode, type ErrorEntry, errorTable } from "@/lib/kernel/errors";

type ErrorTexts = Readonly<Record<ErrorCode, Pick<ErrorEntry, "title" | "why" | "next">>>;

/**
 * The English explanations of error codes, as messages. They stay in the table of codes, which the API
 * and its description read too, so that the page cannot say something else.
 */
export const errorTexts = Object.fromEntries(
  Object.entries(errorTable).map(([code, { title, why, next }]) => [code, { title, why, next }]),
  // `fromEntries` forgets which keys it was given: those of the table.
) as ErrorTexts;
