import { expect, it } from "vitest";
import { colourOf, lettersOf } from "@/lib/core/values/client-mark-values";

it.each([
  ["Warehouse Bridge", "WB"],
  ["Stocksync", "S"],
  ["deploy pipeline for all", "DP"],
  ["(Éclair) & co", "ÉC"],
  ["𝒮tar 7", "𝒮7"],
  ["!!", ""],
])("the mark of a client named %s has the letters “%s”", (name, letters) => {
  expect(lettersOf(name)).toBe(letters);
});

it("a client keeps its colour, and ids that count up do not share one", () => {
  const colours = [1, 2, 3, 4].map((n) => colourOf(`6740f1c2a9d34e0b7c51f1a${n}`));
  expect(colourOf("6740f1c2a9d34e0b7c51f1a1")).toBe(colours[0]);
  expect(new Set(colours).size).toBe(4);
});
