import type { Locale } from "@/lib/core/i18n/locales";

/** A business object's name within a sentence: "Orders" as "orders". Abbreviations and German nouns stay. */
export function objectInSentence(name: string, locale: Locale): string {
  return locale === "en"
    ? name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
    : name;
}
