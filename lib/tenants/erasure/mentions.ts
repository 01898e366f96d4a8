import { ERASED } from "@/lib/audit/values";

/** How texts that are not about a person may still mention them. */
export type Mentions = {
  /** A case-sensitive regular expression for PostgreSQL that names each letter's cases; also inside JSON. */
  pattern: string;
  /** Whether a text contains the person's full name. */
  namesPerson: (text: string) => boolean;
  /** The text without the person's email addresses. */
  scrubEmails: (text: string) => string;
  /** The text without their email addresses and full name. */
  scrub: (text: string) => string;
};

// A name with the syntax of addresses and parameters, such as "redirect_uri is", is not searched for.
const SYNTAX = /[/:=_?&%]/;
const LEAST_LETTERS = 3;

/**
 * Mentions of a person by email address or full name, in whole words, also as part of a URL. Single names and ids are no
 * mentions: they are words that others use, too.
 * @returns null if the person has neither
 */
export function mentionsOf(emails: readonly string[], name: string | null): Mentions | null {
  const names = name !== null && isSearchable(name) ? [name] : [];
  const all = [...emails, ...names];
  if (all.length === 0) return null;
  const scrubber = (texts: readonly string[]) => {
    const pattern = inWholeWords(texts);
    return (text: string) => (pattern ? text.replace(pattern, ERASED) : text);
  };
  const scrubName = scrubber(names);
  return {
    pattern: `(?:(?<=%[0-9A-Fa-f][0-9A-Fa-f])|(?<![[:alnum:]]))(?:${inAnyCase(alternatives(all))})(?![[:alnum:]])`,
    namesPerson: (text) => scrubName(text) !== text,
    scrubEmails: scrubber(emails),
    scrub: scrubber(all),
  };
}

function isSearchable(name: string): boolean {
  const letters = name.match(/\p{L}/gu) ?? [];
  return name.includes(" ") && letters.length >= LEAST_LETTERS && !SYNTAX.test(name);
}

function inWholeWords(texts: readonly string[]): RegExp | null {
  if (texts.length === 0) return null;
  const words = alternatives(texts);
  return new RegExp(
    `(?:(?<=%[0-9a-f]{2})|(?<![\\p{L}\\p{M}\\p{N}]))(?:${words})(?![\\p{L}\\p{M}\\p{N}])`,
    "giu",
  );
}

// Longest first, so that no part of a longer form is left.
function alternatives(texts: readonly string[]): string {
  const forms = [...new Set(texts.flatMap(formsOf))];
  return forms
    .toSorted((left, right) => right.length - left.length)
    .map(escapeForPattern)
    .join("|");
}

function formsOf(text: string): string[] {
  const percent = encodeURIComponent(text.toWellFormed());
  const inJson = JSON.stringify(text).slice(1, -1);
  return [text, inJson, percent, percent.replaceAll("%20", "+"), text.replaceAll(" ", "+")];
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

const LAST_CODE = 0x1_ffff;

// PostgreSQL's own ~* knows two cases of a letter, and some have three (Ǆ, ǅ, ǆ), or none outside its locale.
function inAnyCase(pattern: string): string {
  const cased = Array.from({ length: LAST_CODE }, (_, code) => String.fromCodePoint(code))
    .filter((letter) => /\p{Changes_When_Casemapped}/u.test(letter))
    .join("");
  return pattern.replace(/\p{Changes_When_Casemapped}/gu, (letter) => {
    const cases = cased.match(new RegExp(letter, "giu")) ?? [];
    return `[${cases.join("")}]`;
  });
}
