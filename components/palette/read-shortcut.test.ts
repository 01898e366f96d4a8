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

describe("Ctrl and K", () => {
  it.each(["k", "K"])(
    "open the palette, even while typing and with single-key shortcuts off: %s",
    (key) => {
      const read = readShortcut(press(key, { command: true, typing: true }), null, false);
      expect(read.shortcut).toEqual(palette);
    },
  );

  it("leave browser shortcuts with Shift and Alt alone", () => {
    for (const more of [{ shift: true }, { alt: true }]) {
      const read = readShortcut(press("k", { command: true, ...more }), null, true);
      expect(read.shortcut).toBeNull();
    }
  });
});

describe("single keys", () => {
  it("open the shortcut sheet with ?", () => {
    const read = readShortcut(press("?", { shift: true }), null, true);
    expect(read.shortcut).toEqual({ kind: "sheet" });
  });

  it("navigate with a letter pressed soon after g", () => {
    const { goAt, shortcut } = readShortcut(press("g"), null, true);
    expect(shortcut).toBeNull();
    const read = readShortcut(press("c", { at: 11_500 }), goAt, true);
    expect(read).toEqual({ shortcut: { kind: "go", letter: "c" }, goAt: null });
  });

  it("ignore a letter pressed long after g or without it", () => {
    expect(readShortcut(press("c", { at: 11_501 }), 10_000, true).shortcut).toBeNull();
    expect(readShortcut(press("c"), null, true).shortcut).toBeNull();
  });

  it("do nothing while typing or when switched off", () => {
    fc.assert(
      fc.property(anyPress, fc.option(fc.nat()), fc.boolean(), (pressed, goAt, typing) => {
        const read = readShortcut({ ...pressed, command: false, typing }, goAt, typing);
        expect(read).toEqual({ shortcut: null, goAt: null });
      }),
    );
  });
});
