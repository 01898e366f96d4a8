import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { checkNames } from "@/lib/core/diagnosis/check-values";
import { locales } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";
import { causeWords } from "./request-words";

describe.each(locales)("the cause of a denial in %s", (locale) => {
  const t = createTranslator({ locale, messages: messages[locale], namespace: "causes" });

  it("is a sentence of its own for each check", () => {
    const sentences = checkNames.map((check) => causeWords(t, check));
    expect(new Set(sentences).size).toBe(checkNames.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
  });

  it("names a check that these pages do not know", () => {
    expect(causeWords(t, "future_check")).toContain("future_check");
  });
});
