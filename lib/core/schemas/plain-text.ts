import { z } from "zod";

// Control characters break log lines; bidirectional ones can disguise a name as another.
const UNSEEN = /[\p{Cc}\p{Bidi_Control}]/u;
const UNSEEN_BUT_LINE_BREAKS = /[^\P{Cc}\n\r\t]|\p{Bidi_Control}/u;

/** Single-line text: trimmed, well-formed Unicode, without control or direction characters. */
export function plainLine(min: number, max: number) {
  return z
    .string()
    .trim()
    .min(min, `must have at least ${min} character${min === 1 ? "" : "s"}`)
    .max(max, `must have at most ${max} characters`)
    .refine(
      (text) => text.isWellFormed() && !UNSEEN.test(text),
      "must not contain control or direction characters",
    );
}

/** Like {@link plainLine}, with line breaks and tabs. */
export function plainText(max: number) {
  return z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    .refine(
      (text) => text.isWellFormed() && !UNSEEN_BUT_LINE_BREAKS.test(text),
      "must not contain control or direction characters",
    );
}

/** A decoded segment of a path. PostgreSQL's text type cannot store NUL, so such a segment names nothing. */
export const textInPath = z.string().regex(/^[^\0]*$/);
