/**
 * A name chosen by a third party. Its text direction cannot affect our sentence, and invisible characters are
 * spelled out.
 */
export function UntrustedName({ name }: { name: string }) {
  return (
    <bdi>
      {inspectName(name).parts.map((part) =>
        part.hidden ? (
          <code
            key={part.at}
            className="mx-0.5 rounded-sm bg-danger-soft px-1 font-mono text-danger text-xs"
          >
            {part.text}
          </code>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
}

/** One piece of a name: text to show as it is, or a character to spell out. */
interface NamePart {
  /** Index among the parts of the name. */
  at: number;
  text: string;
  /** True when `text` is the code point of a hidden character, such as "U+202E". */
  hidden: boolean;
}

/** An alphabet with letters that look like those of another one. */
export type Alphabet = "latin" | "cyrillic" | "greek" | "armenian" | "cherokee";

/** Something suspicious about a name. */
type NameSuspicion =
  | { kind: "reversed" | "hidden" }
  | { kind: "mixed"; alphabets: readonly Alphabet[] };

interface InspectedName {
  parts: readonly NamePart[];
  /** Empty for an ordinary name. */
  warnings: readonly NameSuspicion[];
}

/** Control, direction, zero-width and other invisible characters that change a text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u3164\uffa0]/u;
const DIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Alphabets whose letters look alike. */
const LOOKALIKE_ALPHABETS: readonly (readonly [Alphabet, RegExp])[] = [
  ["latin", /\p{Script=Latin}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["greek", /\p{Script=Greek}/u],
  ["armenian", /\p{Script=Armenian}/u],
  ["cherokee", /\p{Script=Cherokee}/u],
];

/**
 * Splits a third party's name for display: hidden characters are spelled out, and lookalike alphabets within one
 * word are reported (Unicode UTS 39, section 5.1).
 */
export function inspectName(name: string): InspectedName {
  const warnings: NameSuspicion[] = [];
  if (DIRECTIONAL.test(name)) warnings.push({ kind: "reversed" });
  else if (HIDDEN.test(name)) warnings.push({ kind: "hidden" });
  const alphabets = mixedAlphabets(name);
  if (alphabets.length > 0) warnings.push({ kind: "mixed", alphabets });
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

function mixedAlphabets(name: string): Alphabet[] {
  for (const word of name.split(/[\s\p{P}]+/u)) {
    const matches = LOOKALIKE_ALPHABETS.filter(([, letters]) => letters.test(word));
    if (matches.length > 1) return matches.map(([alphabet]) => alphabet);
  }
  return [];
}
