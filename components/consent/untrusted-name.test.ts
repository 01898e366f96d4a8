import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inspectName } from "@/components/consent/untrusted-name";
import { isBlank } from "@/lib/core/invisible-values";

describe("security 25: the name of an extension on the consent page", () => {
  it.each(["Shipfast", "Café Zürich 2", "Доставка", "शिपफ़ास्ट", "配送 Express", "O'Neil & Söhne"])(
    "shows %s unchanged and without a warning",
    (name) => {
      const { parts, warnings } = inspectName(name);
      expect(parts.map(({ text }) => text).join("")).toBe(name);
      expect(warnings).toEqual([]);
    },
  );

  it.each(["\u202e", "\u2066", "\u200e", "\u061c"])(
    "spells out a direction character and warns about it (%j)",
    (character) => {
      const { parts, warnings } = inspectName(`Ship${character}tsaf`);
      expect(parts.map(({ hidden }) => hidden)).toEqual([false, true, false]);
      expect(parts[1]?.text).toMatch(/^U\+[0-9A-F]{4}$/);
      expect(warnings).toEqual([{ kind: "reversed" }]);
    },
  );

  it.each(["\u200b", "\u2060", "\ufeff", "\u3164", "\u00ad"])(
    "spells out an invisible character and warns about it (%j)",
    (character) => {
      const { parts, warnings } = inspectName(`Ship${character}fast`);
      expect(parts[1]).toMatchObject({ hidden: true });
      expect(warnings).toEqual([{ kind: "hidden" }]);
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
