import { describe, expect, it } from "vitest";
import { lifetimeInWords } from "./lifetime-values";

describe.each(["en", "de"] as const)("in %s", (locale) => {
  it.each([
    [0, { en: "0 seconds", de: "0 Sekunden" }],
    [60, { en: "1 minute", de: "1 Minute" }],
    [5_400, { en: "1 hour 30 minutes", de: "1 Stunde 30 Minuten" }],
    [90_061, { en: "1 day 1 hour", de: "1 Tag 1 Stunde" }],
    [31_536_000, { en: "365 days", de: "365 Tage" }],
  ])("formats a lifetime of %d seconds in its two largest units", (seconds, expected) => {
    expect(lifetimeInWords(locale, seconds)).toBe(expected[locale]);
  });
});
