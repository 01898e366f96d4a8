/** The languages that pages are written in (BCP 47); the first is the default. */
export const locales = ["en", "de"] as const;
export type Locale = (typeof locales)[number];

/** The cookie with the language that a person chose. */
export const LANGUAGE_COOKIE = "language";

/** What each language calls itself. */
export const localeNames: Readonly<Record<Locale, string>> = { en: "English", de: "Deutsch" };

/** Whose habits dates are written by: British English puts the day before the month, as German does. */
export const dateLocales: Readonly<Record<Locale, string>> = { en: "en-GB", de: "de-DE" };

/** Which way a language is written; pages use logical properties, so this is all they need. */
export const localeDirections: Readonly<Record<Locale, "ltr" | "rtl">> = { en: "ltr", de: "ltr" };

/** Whether `text` is one of the languages. */
export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}
