import { INVISIBLE, isBlank } from "@/lib/core/values/invisible-values";

/** A third party's name: it cannot turn the direction of our sentence, and invisible characters are spelled out. */
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

/** An alphabet with letters that look like those of another one. */
export type Alphabet = "latin" | "cyrillic" | "greek" | "armenian" | "cherokee";

type NameSuspicion =
  | { kind: "reversed" | "hidden" }
  | { kind: "mixed"; alphabets: readonly Alphabet[] };

interface InspectedName {
  parts: readonly NamePart[];
  /** Empty for an ordinary name. */
  warnings: readonly NameSuspicion[];
}

const DIRECTIONAL = /\p{Bidi_Control}/u;
const LOOKALIKE_ALPHABETS: readonly (readonly [Alphabet, RegExp])[] = [
  ["latin", /\p{Script=Latin}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["greek", /\p{Script=Greek}/u],
  ["armenian", /\p{Script=Armenian}/u],
  ["cherokee", /\p{Script=Cherokee}/u],
];

/** Spells out hidden characters, and reports lookalike alphabets within one word (Unicode UTS 39, section 5.1). */
export function inspectName(name: string): InspectedName {
  const parts = splitHidden(name);
  const warnings: NameSuspicion[] = [];
  if (DIRECTIONAL.test(name)) warnings.push({ kind: "reversed" });
  else if (parts.some(({ hidden }) => hidden)) warnings.push({ kind: "hidden" });
  const alphabets = mixedAlphabets(name);
  if (alphabets.length > 0) warnings.push({ kind: "mixed", alphabets });
  return { parts, warnings };
}

function mixedAlphabets(name: string): Alphabet[] {
  for (const word of name.split(/[\s\p{P}]+/u)) {
    const matches = LOOKALIKE_ALPHABETS.filter(([, letters]) => letters.test(word));
    if (matches.length > 1) return matches.map(([alphabet]) => alphabet);
  }
  return [];
}

/** One piece of a name: text to show as it is, or a character to spell out. */
interface NamePart {
  /** Index among the parts of the name. */
  at: number;
  text: string;
  /** True when `text` is the code point of an invisible character that the spelling does not call for: "U+202E". */
  hidden: boolean;
}

const SYMBOL = String.raw`\p{ExtPict}[\ufe0e\ufe0f]?\p{EMod}?`;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
/** Scripts whose letters join, or are placed, as zero-width non-joiners tell them. */
const JOINING = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Khmr}]`;
/** Scripts without spaces between words. */
const UNSPACED = String.raw`[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Lana}\p{scx=Tale}\p{scx=Talu}\p{scx=Tavt}\p{scx=Ahom}\p{scx=Java}\p{scx=Bali}]`;
/** Scripts with variants of letters that a selector chooses. */
const VARIED = String.raw`[\p{scx=Hani}\p{scx=Mymr}\p{scx=Phag}\p{scx=Mani}\p{scx=Egyp}]`;

/** Invisible characters where Unicode calls for them: in emoji (UTS 51) and in words of some scripts (UAX 31, 2.3.1). */
const SPELLING = [
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  String.raw`${SYMBOL}(?:\u200d${SYMBOL})*`,
  String.raw`[#*0-9]\ufe0f?\u20e3`,
  String.raw`(?<=${LETTER})\u200c(?=${JOINING})`,
  String.raw`(?<=\p{scx=Arab})\u200d(?!${LETTER})`,
  String.raw`(?<=\p{sc=Khmr})\u200d(?=\p{sc=Khmr})`,
  String.raw`(?<=${UNSPACED})\u200b(?=${LETTER})`,
  String.raw`(?<=${LETTER})\u200b(?=${UNSPACED})`,
  String.raw`(?<=${VARIED})[\ufe00-\ufe06\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=(?=\p{L})\p{sc=Mong})[\u180b-\u180f]`,
  String.raw`(?<=\p{sc=Hebr})\u034f(?=\p{sc=Hebr})`,
  String.raw`(?<=\p{sc=Egyp})[\u{13430}-\u{13442}]`,
  String.raw`(?<=\p{sc=Kits})\u{16fe4}`,
].join("|");

const SPELLING_OR_INVISIBLE = new RegExp(`${SPELLING}|([${INVISIBLE}])`, "gu");

/** Splits a name at the invisible characters that its spelling does not call for; without look, at all characters. */
function splitHidden(name: string): NamePart[] {
  if (isBlank(name))
    return [...name].map((character, at) => ({ at, text: codePointOf(character), hidden: true }));
  const parts: NamePart[] = [];
  const push = (text: string, hidden: boolean) => {
    if (text !== "") parts.push({ at: parts.length, text, hidden });
  };
  let end = 0;
  for (const { index, 1: invisible } of name.matchAll(SPELLING_OR_INVISIBLE)) {
    if (invisible === undefined || joinsAtVirama(name, index)) continue;
    push(name.slice(end, index), false);
    push(codePointOf(invisible), true);
    end = index + invisible.length;
  }
  push(name.slice(end), false);
  return parts;
}

/** Whether the character at an index is a joiner after a virama, or a zero-width joiner in a word before a virama. */
function joinsAtVirama(name: string, index: number): boolean {
  const [before] = /[\p{L}\p{M}]$/u.exec(name.slice(0, index)) ?? [];
  const [, joiner, after] = /^([\u200c\u200d])(\p{M})?/u.exec(name.slice(index)) ?? [];
  if (before === undefined || joiner === undefined) return false;
  return isVirama(before) || (joiner === "\u200d" && after !== undefined && isVirama(after));
}

const CLASS_8 = "\u3099\u309a";
const CLASS_10 = "\u05b0";

/** Whether a mark has the combining class 9, which shows in its place among marks of class 8 and 10. */
function isVirama(mark: string): boolean {
  const reordered = `${mark}${CLASS_8}`.normalize("NFD") === `${CLASS_8}${mark}`;
  const precedes = `${CLASS_10}${mark}`.normalize("NFD") === `${mark}${CLASS_10}`;
  return reordered && precedes && mark !== CLASS_10;
}

/** A character's code point, such as U+202E. */
export function codePointOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `U+${hex}`;
}
