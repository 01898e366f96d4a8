import fc from "fast-check";
import { expect, it } from "vitest";
import { chooseLocale } from "@/lib/core/i18n/choose-locale";
import { locales } from "@/lib/core/i18n/locales";

it.each([
  ["de", "en", "de"],
  [undefined, "de-AT, en;q=0.8", "de"],
  [undefined, "fr, en;q=0.5, de;q=0.7", "de"],
  [undefined, "de;q=0, fr", "en"],
  [undefined, "EN-us", "en"],
  ["xx", "de", "de"],
  [undefined, null, "en"],
  [undefined, "de;q=2, *;q=0.1", "en"],
] as const)("cookie %s and Accept-Language %s select %s", (cookie, header, locale) => {
  expect(chooseLocale(cookie, header)).toBe(locale);
});

it("selects a supported language, whatever a browser sends", () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), fc.string(), (cookie, header) => {
      expect(locales).toContain(chooseLocale(cookie, header));
    }),
  );
});
