import { type NamePart, splitHidden } from "./split-hidden";

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

const DIRECTIONAL = /\p{Bidi_Control}/u;
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
