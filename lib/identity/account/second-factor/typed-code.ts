const DIGIT = /^\p{Nd}$/u;
const DIGITS = /\p{Nd}/gu;
// Dashes, among them those that keyboards put in their place, and characters that do not show.
const SEPARATORS = /[\s\p{Pd}\p{Cf}\p{M}\u2212\u30fc]/gu;

/**
 * A code as it was issued, from one as people type it: with the digits of any script, in full width, with capitals,
 * spaces, and dashes.
 */
export function plainCode(typed: string): string {
  const plain = typed.normalize("NFKC").toLowerCase().replace(SEPARATORS, "");
  return plain.replace(DIGITS, asciiDigit);
}

// The digits of a script follow each other from 0 to 9, and after NFKC those of one style only.
function asciiDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
