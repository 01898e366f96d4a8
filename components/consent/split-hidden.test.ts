import { describe, expect, it } from "vitest";
import { codePointOf } from "@/components/consent/split-hidden";
import { inspectName } from "@/components/consent/untrusted-name";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { correctNames } from "@/test/factories/correct-names";

const schema = plainLine(1, 200);

describe("security 131: a correct name", () => {
  it.each(correctNames)("is accepted and shown unchanged, without a warning: %s", (_, name) => {
    for (const spelling of [name, name.normalize("NFC"), name.normalize("NFD")]) {
      expect(schema.parse(spelling)).toBe(spelling.normalize("NFC"));
      expect(inspectName(spelling)).toEqual({
        parts: [{ at: 0, text: spelling, hidden: false }],
        warnings: [],
      });
    }
  });
});

describe("security 131: an invisible character", () => {
  it.each([
    ["a soft hyphen", "Ship\u00adfast"],
    ["a variation selector after a letter", "Ship\ufe0ffast"],
    ["a variation selector after a digit that is no keycap", "Ship2\ufe0ffast"],
    ["an ideographic selector after a Latin letter", "Ship\u{e0100}fast"],
    ["invisible multiplication", "Ship\u2062fast"],
    ["a combining grapheme joiner", "Ship\u034ffast"],
    ["a braille blank", "Ship\u2800fast"],
    ["a Hangul filler", "Ship\u115ffast"],
    ["a halfwidth Hangul filler", "Ship\uffa0fast"],
    ["an inherent vowel of Khmer", "Ship\u17b4fast"],
    ["a Mongolian selector after a Latin letter", "Ship\u180bfast"],
    ["a Mongolian vowel separator", "Ship\u180efast"],
    ["a musical format control", "Ship\u{1d173}fast"],
    ["a shorthand format control", "Ship\u{1bca0}fast"],
    ["an interlinear annotation", "Ship\ufff9fast"],
    ["an object replacement", "Ship\ufffcfast"],
    ["a tag outside a flag", "Ship\u{e0041}fast"],
    ["a tag after another emoji than the black flag", "Ship😀\u{e0067}\u{e0062}\u{e0065}\u{e007f}"],
    ["a reserved ignorable code point", "Ship\ufff0fast"],
    ["a private code point", "Ship\ue000fast"],
    ["a non-joiner between Latin letters", "Ship\u200cfast"],
    ["a joiner between Latin letters", "Ship\u200dfast"],
    ["a joiner before an emoji", "Ship\u200d😀"],
    ["a joiner at the end of an emoji", "Ship😀\u200d"],
    ["a second non-joiner", "می\u200c\u200cخواهم"],
    ["a joiner between Arabic letters", "سل\u200dام"],
    ["a non-joiner between Devanagari letters without a virama", "शिप\u200cफ"],
    ["a second joiner after a virama", "दर्\u200d\u200dया"],
    ["a joiner after the Hebrew sheva", "שְ\u200dל"],
    ["a zero-width space between Latin letters", "Ship\u200bfast"],
  ])("that spelling does not call for is spelled out: %s", (_, name) => {
    const { parts, warnings } = inspectName(name);
    expect(parts.filter(({ hidden }) => hidden).length).toBeGreaterThan(0);
    expect(warnings).toContainEqual({ kind: "hidden" });
  });

  it("is all that a name without look consists of, so each is spelled out", () => {
    for (const name of ["\u2800", "\u115f", "\u034f", "\u0301", "\u00a0\ufe0f"]) {
      expect(inspectName(name)).toEqual({
        parts: [...name].map((character, at) => ({
          at,
          text: codePointOf(character),
          hidden: true,
        })),
        warnings: [{ kind: "hidden" }],
      });
      expect(schema.safeParse(`${name}\u200b`).error?.issues).toMatchObject([
        { message: "must contain a visible character" },
      ]);
    }
  });
});
