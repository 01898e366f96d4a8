import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainLine, plainText, toPlainLine } from "@/lib/core/schemas/plain-text";
import { correctNames } from "@/test/factories/correct-names";

const SHOW_NOTHING = [
  ..."\u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b\u180e\u200b\u200c\u200d\u2028\u2060",
  ..."\u2062\u206a\u2800\u3000\u3164\ufe00\ufe0f\ufeff\uffa0\ufff0\ufff9\ufffc\ue000\ufdd0\uffff",
  ..."\u{1bca0}\u{1d159}\u{1d173}\u{e0001}\u{e0041}\u{e0100}\u{e0fff}\u{f0000}\u{10ffff}",
  ..."\u0301\u0483\u0902\u0e31\u20dd\u{1e000}",
];
const messagesOf = (text: string, schema = plainLine(0, 200)) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message);

describe("security 131: a name", () => {
  it("that shows nothing is rejected, whatever it consists of", () => {
    const texts = fc.array(fc.constantFrom(...SHOW_NOTHING), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(texts, (characters) => {
        const text = characters.join("");
        // Spaces at the ends are trimmed, and what is left may be empty, which `min` decides about.
        fc.pre(text.trim() !== "");
        for (const schema of [plainLine(0, 200), plainText(200)]) {
          expect(messagesOf(text, schema)).toEqual(["must contain a visible character"]);
        }
        expect(toPlainLine(text)).toBe("");
      }),
    );
  });

  it.each(["\u202e", "\u2066", "\u200f", "\u061c", "\0", "\u0085", "\ud800"])(
    "with a control or direction character or half a character is rejected (%j)",
    (character) => {
      for (const text of [character, `Ship${character}fast`]) {
        expect(messagesOf(text.repeat(2))).toEqual([
          "must not contain control or direction characters",
        ]);
      }
      expect(toPlainLine(`Ship${character}fast`)).toBe("Shipfast");
    },
  );

  it.each(correctNames)("of a correct spelling is taken over, in NFC: %s", (_, name) => {
    for (const form of ["NFC", "NFD"] as const) {
      expect(plainLine(1, 200).parse(name.normalize(form))).toBe(name.normalize("NFC"));
      expect(plainText(200).parse(name.normalize(form))).toBe(name.normalize("NFC"));
      expect(toPlainLine(name.normalize(form))).toBe(name.normalize("NFC"));
    }
  });
});
