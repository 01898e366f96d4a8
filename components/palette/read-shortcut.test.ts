import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KeyPress, readShortcut } from "./read-shortcut";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  command: false,
  alt: false,
  shift: false,
  typing: false,
  at: 10_000,
  ...more,
});

const anyPress = fc.record({
  key: fc.oneof(fc.constantFrom("g", "c", "?", "k", "K", "Enter", "G"), fc.string()),
  command: fc.boolean(),
  alt: fc.boolean(),
  shift: fc.boolean(),
  typing: fc.boolean(),
  at: fc.nat(),
});

const palette = { kind: "palette" };
const command = { command: true };
const goToC = { kind: "go", letter: "c" };

describe("a pressed key", () => {
  it.each<[what: string, pressed: KeyPress, goAt: number | null, shortcut: object | null]>([
    ["Ctrl and K", press("k", { ...command, typing: true }), null, palette],
    ["Ctrl and K in capitals", press("K", { ...command, typing: true }), null, palette],
    [
      "Ctrl, Shift, and K, which the browser has",
      press("k", { ...command, shift: true }),
      null,
      null,
    ],
    ["Ctrl, Alt, and K, which the browser has", press("k", { ...command, alt: true }), null, null],
    ["?", press("?", { shift: true }), null, { kind: "sheet" }],
    ["g", press("g"), null, null],
    ["a letter soon after g", press("c", { at: 11_500 }), 10_000, goToC],
    ["a letter long after g", press("c", { at: 11_501 }), 10_000, null],
    ["a letter without g", press("c"), null, null],
  ])("%s opens its page, or none", (_what, pressed, goAt, shortcut) => {
    expect(readShortcut(pressed, goAt, !pressed.typing).shortcut).toEqual(shortcut);
  });

  it("g is remembered until the letter", () => {
    const { goAt } = readShortcut(press("g"), null, true);
    expect(goAt).toBe(10_000);
    expect(readShortcut(press("c"), goAt, true).goAt).toBeNull();
  });

  it("without Ctrl does nothing while typing or when switched off", () => {
    fc.assert(
      fc.property(anyPress, fc.option(fc.nat()), fc.boolean(), (pressed, goAt, typing) => {
        const read = readShortcut({ ...pressed, command: false, typing }, goAt, typing);
        expect(read).toEqual({ shortcut: null, goAt: null });
      }),
    );
  });
});
