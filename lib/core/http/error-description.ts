/** Characters, after NFKD, and the ASCII that replaces them. */
const REPLACEMENTS: readonly (readonly [characters: RegExp, ascii: string])[] = [
  [/["\u02b9-\u02bc\u2018-\u201f\u2032-\u2036\u2039\u203a\u00ab\u00bb]/g, "'"],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/[\\\u2044]/g, "/"],
  [/\s/g, " "],
  [/\u00d7/g, "x"],
  [/[\u2192\u21d2]/g, "->"],
  [/ß/g, "ss"],
  [/æ/g, "ae"],
  [/Æ/g, "AE"],
  [/œ/g, "oe"],
  [/Œ/g, "OE"],
  [/ø/g, "o"],
  [/Ø/g, "O"],
  [/ł/g, "l"],
  [/Ł/g, "L"],
  [/đ/g, "d"],
  [/Đ/g, "D"],
  [/ı/g, "i"],
];

const ALLOWED = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const OTHER = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/**
 * A message in the characters allowed in error_description (RFC 6749 sections 4.1.2.1 and 5.2; RFC 6750 section 3):
 * printable ASCII without quote and backslash. Letters lose their accents, and what has no ASCII is left out.
 */
export function errorDescription(message: string): string {
  if (ALLOWED.test(message)) return message;
  const replaced = REPLACEMENTS.reduce(
    (text, [characters, ascii]) => text.replace(characters, ascii),
    message.normalize("NFKD"),
  );
  return replaced.replace(OTHER, "");
}
