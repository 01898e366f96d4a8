import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pageStyle } from "@/lib/core/pages/frame-page";

const COLOR = /(--[a-z-]+):\s*(light-dark\([^)]+\)|#[0-9a-f]+)[;}]/g;

it("a page made without React has the colours of React's pages", () => {
  const colorsOf = (css: string) =>
    [...css.matchAll(COLOR)].map(([, name, value]) => [name, value?.replaceAll(" ", "")]);
  const ofReact = new Map(colorsOf(readFileSync("app/globals.css", "utf8")) as [string, string][]);
  const own = colorsOf(pageStyle(null).css);
  expect(own.length).toBeGreaterThan(15);
  for (const [name = "", value] of own) expect([name, ofReact.get(name)]).toEqual([name, value]);
});
