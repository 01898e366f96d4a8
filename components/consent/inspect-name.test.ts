import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inspectName } from "@/components/consent/inspect-name";

describe("security 25: the name of an extension on the consent page", () => {
  it.each(["Shipfast", "Café Zürich 2", "Доставка", "शिपफ़ास्ट", "配送 Express", "O'Neil & Söhne"])(
    "%s is shown as it is, without a warning",
    (name) => {
      const { parts, warnings } = inspectName(name);
      expect(parts.map(({ text }) => text).join("")).toBe(name);
      expect(warnings).toEqual([]);
    },
  );

  it.each(["\u202e", "\u2066", "\u200e", "\u061c"])(
    "a direction character is spelled out and warned of (%j)",
    (character) => {
      const { parts, warnings } = inspectName(`Ship${character}tsaf`);
      expect(parts.map(({ hidden }) => hidden)).toEqual([false, true, false]);
      expect(parts[1]?.text).toMatch(/^U\+[0-9A-F]{4}$/);
      expect(warnings).toEqual([
        "Its name contains characters that reverse the order of the text.",
      ]);
    },
  );

  it.each(["\u200b", "\u2060", "\ufeff", "\u3164", "\u00ad"])(
    "a character that cannot be seen is spelled out and warned of (%j)",
    (character) => {
      const { parts, warnings } = inspectName(`Ship${character}fast`);
      expect(parts[1]).toMatchObject({ hidden: true });
      expect(warnings).toEqual(["Its name contains characters that cannot be seen."]);
    },
  );

  it.each([
    ["Sh\u0456pfast", "Latin, Cyrillic"],
    ["P\u0430yments", "Latin, Cyrillic"],
    ["\u0391mazon", "Latin, Greek"],
  ])("%s, with a letter of another alphabet in a word, is warned of", (name, scripts) => {
    expect(inspectName(name).warnings).toEqual([
      `Its name mixes letters of different alphabets (${scripts}) that look alike.`,
    ]);
  });

  it("loses no character of any name, and shows none that is hidden", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const shown = inspectName(name).parts;
        const back = shown.map(({ text, hidden }) =>
          hidden ? String.fromCodePoint(Number.parseInt(text.slice(2), 16)) : text,
        );
        expect(back.join("")).toBe(name);
        const plain = shown.filter(({ hidden }) => !hidden).map(({ text }) => text);
        expect(plain.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});
