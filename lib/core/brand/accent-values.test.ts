import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accentColors, accentProperties, contrastOf } from "@/lib/core/brand/accent-values";

const css = readFileSync("app/globals.css", "utf8");

/** The colour of a property of globals.css in each theme. */
function role(name: string): { light: string; dark: string } {
  const [, light = "", dark = light] =
    new RegExp(`--${name}: (?:light-dark\\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6}))?`).exec(css) ?? [];
  return { light, dark };
}

const surfaces = ["canvas", "surface", "sunken", "hover"].map(role);
const themes = ["light", "dark"] as const;
const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`);

describe.each(themes)("an accent colour in the %s theme", (theme) => {
  it("is readable on every surface, under its own text, and in a bar, whatever the colour (WCAG AA)", () => {
    fc.assert(
      fc.property(color, (accent) => {
        const { primary, primaryHover, primaryInk, bar, barMuted } = accentColors(accent)[theme];
        for (const surface of surfaces) {
          expect(contrastOf(primary, surface[theme])).toBeGreaterThanOrEqual(4.5);
        }
        for (const button of [primary, primaryHover]) {
          expect(contrastOf(primaryInk, button)).toBeGreaterThanOrEqual(4.5);
        }
        for (const text of [role("bar-ink")[theme], role("bar-accent")[theme], barMuted]) {
          expect(contrastOf(text, bar)).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });
});

describe("an accent colour", () => {
  it("is unchanged where it is readable", () => {
    expect(accentColors("#14513f").light.primary).toBe("#14513f");
    expect(accentColors("#8ad3b8").dark.primary).toBe("#8ad3b8");
  });

  it("adds nothing but colours to a style", () => {
    for (const value of Object.values(accentProperties("#c02060"))) {
      expect(value).toMatch(/^light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)$/);
    }
  });
});
