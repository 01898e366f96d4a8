import { ERASED } from "@/lib/audit/values";

/** How texts that are not about a person may still mention them. */
export type Mentions = {
  /** A regular expression that JavaScript and PostgreSQL read alike; matches in any case. */
  pattern: string;
  /** The text without them. */
  scrub: (text: string) => string;
};

/**
 * Mentions of a person by email address or full name, also as part of a URL. Single names and ids are no mentions: they
 * are words that others use, too.
 * @returns null if the person has neither
 */
export function mentionsOf(emails: readonly string[], name: string | null): Mentions | null {
  const texts = [...emails, ...(name?.includes(" ") ? [name] : [])];
  const forms = new Set(texts.flatMap(formsOf).map(escapeForPattern));
  if (forms.size === 0) return null;
  // Longest first, so that no part of a longer form is left.
  const pattern = [...forms].toSorted((left, right) => right.length - left.length).join("|");
  const inText = new RegExp(pattern, "giu");
  return { pattern, scrub: (text) => text.replace(inText, ERASED) };
}

function formsOf(text: string): string[] {
  const percent = encodeURIComponent(text.toWellFormed());
  return [text, percent, percent.replaceAll("%20", "+"), text.replaceAll(" ", "+")];
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
