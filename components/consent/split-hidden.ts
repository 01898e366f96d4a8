import { INVISIBLE, isBlank } from "@/lib/core/values/invisible-values";

/** One piece of a name: text to show as it is, or a character to spell out. */
export interface NamePart {
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
export function splitHidden(name: string): NamePart[] {
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
