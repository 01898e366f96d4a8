import { z } from "zod";
import { isBlank } from "@/lib/core/values/invisible-values";

// Control characters break log lines; bidirectional ones can disguise a name as another; lone surrogates are no text.
const UNSEEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u;
const UNSEEN_BUT_LINE_BREAKS = /[^\P{Cc}\n\r\t]|[\p{Cs}\p{Bidi_Control}]/u;
const UNSEEN_MESSAGE = "must not contain control or direction characters";

/**
 * A trimmed line without control or direction characters, visible unless empty. In NFC, because keyboards type `ö` as
 * one character or as two.
 */
export function plainLine(min: number, max: number) {
  return visibleText(max, UNSEEN).min(
    min,
    `must have at least ${min} character${min === 1 ? "" : "s"}`,
  );
}

/** Like {@link plainLine}, with line breaks and tabs. */
export function plainText(max: number) {
  return visibleText(max, UNSEEN_BUT_LINE_BREAKS);
}

function visibleText(max: number, unseen: RegExp) {
  return z
    .string()
    .normalize("NFC")
    .trim()
    .max(max, `must have at most ${max} characters`)
    .refine((text) => !unseen.test(text), { error: UNSEEN_MESSAGE, abort: true })
    .refine((text) => text === "" || !isBlank(text), "must contain a visible character");
}

/** A text without what {@link plainLine} rejects wherever it is; empty if nothing of it shows. */
export function toPlainLine(text: string): string {
  const line = text.replaceAll(new RegExp(UNSEEN, "gu"), "").normalize("NFC").trim();
  return isBlank(line) ? "" : line;
}
