import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KeyPress, readShortcut } from "./shortcuts";

const unmodified = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => {
  return { key, timeStamp: 10_000, ...unmodified, ...more };
};

describe("a pressed key", () => {
  it.each<[what: string, pressed: KeyPress, goAt: number | null, shortcut: string | null]>([
    ["?", press("?", { shiftKey: true }), null, "?"],
    ["g", press("g"), null, null],
    ["a letter soon after g", press("c", { timeStamp: 11_500 }), 10_000, "c"],
    ["a letter long after g", press("c", { timeStamp: 11_501 }), 10_000, null],
    ["a capital letter after g", press("c", { shiftKey: true }), 10_000, null],
    ["a letter without g", press("c"), null, null],
  ])("%s opens its page, or none", (_what, pressed, goAt, shortcut) => {
    expect(readShortcut(pressed, goAt).shortcut).toBe(shortcut);
  });

  it("g is remembered until the letter", () => {
    const { goAt } = readShortcut(press("g"), null);
    expect(goAt).toBe(10_000);
    expect(readShortcut(press("c"), goAt).goAt).toBeNull();
  });

  it("does nothing with Ctrl, Command, or Alt", () => {
    const anyKey = fc.oneof(fc.constantFrom("g", "c", "?", "/", "Enter", "G"), fc.string());
    const modifier = fc.constantFrom("ctrlKey", "metaKey", "altKey");
    fc.assert(
      fc.property(anyKey, modifier, fc.option(fc.nat()), (key, held, goAt) => {
        const read = readShortcut(press(key, { [held]: true }), goAt);
        expect(read).toEqual({ shortcut: null, goAt: null });
      }),
    );
  });
});
