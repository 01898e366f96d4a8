import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePointOf, inspectName } from "@/components/consent/untrusted-name";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { isBlank } from "@/lib/core/values/invisible-values";
import { correctNames } from "@/test/factories/correct-names";

const schema = plainLine(1, 200);

describe("security 131: a correct name", () => {
  it.each(correctNames)("is accepted and shown unchanged, without a warning: %s", (_, name) => {
    for (const spelling of [name, name.normalize("NFC"), name.normalize("NFD")]) {
      expect(schema.parse(spelling)).toBe(spelling.normalize("NFC"));
      const parts = [{ at: 0, text: spelling, hidden: false }];
      expect(inspectName(spelling)).toEqual({ parts, warnings: [] });
    }
  });
});

/** Characters that no spelling calls for between two Latin letters. */
const INVISIBLE = [
  ..."\u00ad\u034f\u115f\u17b4\u180b\u180e\u200b\u200c\u200d\u2060\u2062\u2800\u3164\ufe0f\ufeff",
  ..."\uffa0\ufff0\ufff9\ufffc\ue000\u{1bca0}\u{1d173}\u{e0041}\u{e0100}",
];

describe("security 131: an invisible character", () => {
  it.each<readonly [what: string, name: string]>([
    ...INVISIBLE.map((character) => [`in Ship${character}fast`, `Ship${character}fast`] as const),
    ["a variation selector after a digit that is no keycap", "Ship2\ufe0ffast"],
    ["a tag after another emoji than the black flag", "Ship😀\u{e0067}\u{e0062}\u{e0065}\u{e007f}"],
    ["a joiner before an emoji", "Ship\u200d😀"],
    ["a joiner at the end of an emoji", "Ship😀\u200d"],
    ["a second non-joiner", "می\u200c\u200cخواهم"],
    ["a joiner between Arabic letters", "سل\u200dام"],
    ["a non-joiner between Devanagari letters without a virama", "शिप\u200cफ"],
    ["a second joiner after a virama", "दर्\u200d\u200dया"],
    ["a joiner after the Hebrew sheva", "שְ\u200dל"],
  ])("that spelling does not call for is spelled out: %j", (_, name) => {
    const { parts, warnings } = inspectName(name);
    expect(parts.some(({ hidden }) => hidden)).toBe(true);
    expect(warnings).toContainEqual({ kind: "hidden" });
  });

  it("is all that a name without look consists of, so each is spelled out", () => {
    for (const name of ["\u2800", "\u115f", "\u034f", "\u0301", "\u00a0\ufe0f"]) {
      const parts = [...name].map((character, at) => {
        return { at, text: codePointOf(character), hidden: true };
      });
      expect(inspectName(name)).toEqual({ parts, warnings: [{ kind: "hidden" }] });
      expect(schema.safeParse(`${name}\u200b`).error?.issues).toMatchObject([
        { message: "must contain a visible character" },
      ]);
    }
  });
});

describe("security 25: the name of an extension on the consent page", () => {
  it.each(["\u202e", "\u2066", "\u200e", "\u061c"])(
    "spells out a direction character and warns about it (%j)",
    (character) => {
      const { parts, warnings } = inspectName(`Ship${character}tsaf`);
      expect(parts.map(({ hidden }) => hidden)).toEqual([false, true, false]);
      expect(parts[1]?.text).toMatch(/^U\+[0-9A-F]{4}$/);
      expect(warnings).toEqual([{ kind: "reversed" }]);
    },
  );

  it.each([
    ["Sh\u0456pfast", ["latin", "cyrillic"]],
    ["P\u0430yments", ["latin", "cyrillic"]],
    ["\u0391mazon", ["latin", "greek"]],
  ])("warns about %s, which mixes alphabets within a word", (name, alphabets) => {
    expect(inspectName(name).warnings).toEqual([{ kind: "mixed", alphabets }]);
  });

  it("preserves every character of a name and spells out none that can be seen", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const shown = inspectName(name).parts;
        const back = shown.map(({ text, hidden }) =>
          hidden ? String.fromCodePoint(Number.parseInt(text.slice(2), 16)) : text,
        );
        expect(back.join("")).toBe(name);
        for (const part of shown) if (part.hidden) expect(isBlank(back[part.at] ?? "")).toBe(true);
      }),
    );
  });
});
