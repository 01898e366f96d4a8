/** One piece of a name: text to show as it is, or a character to spell out. */
export interface NamePart {
  /** Place in the name, counted in parts. */
  at: number;
  text: string;
  /** True when `text` is the code point of a hidden character, such as "U+202E". */
  hidden: boolean;
}

export interface InspectedName {
  parts: readonly NamePart[];
  /** Sentences about what is suspicious; empty for an ordinary name. */
  warnings: readonly string[];
}

/** Controls, directional marks, zero-width and other characters that change a text unseen. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u3164\uffa0]/u;
const DIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Alphabets whose letters pass for one another. */
const LOOKALIKE_SCRIPTS = [
  ["Latin", /\p{Script=Latin}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
] as const;

/**
 * Takes a name given by a stranger apart for display: hidden characters are spelled out and
 * lookalike alphabets within one word are reported (Unicode UTS 39, section 5.1).
 */
export function inspectName(name: string): InspectedName {
  const warnings: string[] = [];
  if (DIRECTIONAL.test(name)) {
    warnings.push("Its name contains characters that reverse the order of the text.");
  } else if (HIDDEN.test(name)) {
    warnings.push("Its name contains characters that cannot be seen.");
  }
  const mixed = mixedScripts(name);
  if (mixed.length > 0) {
    warnings.push(
      `Its name mixes letters of different alphabets (${mixed.join(", ")}) that look alike.`,
    );
  }
  return { parts: splitHidden(name), warnings };
}

function splitHidden(name: string): NamePart[] {
  const parts: NamePart[] = [];
  for (const character of name) {
    const hidden = HIDDEN.test(character);
    const last = parts.at(-1);
    if (hidden) parts.push({ at: parts.length, text: codePointOf(character), hidden });
    else if (last && !last.hidden) last.text += character;
    else parts.push({ at: parts.length, text: character, hidden });
  }
  return parts;
}

function codePointOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `U+${hex}`;
}

function mixedScripts(name: string): string[] {
  for (const word of name.split(/[\s\p{P}]+/u)) {
    const scripts = LOOKALIKE_SCRIPTS.filter(([, letters]) => letters.test(word));
    if (scripts.length > 1) return scripts.map(([script]) => script);
  }
  return [];
}
