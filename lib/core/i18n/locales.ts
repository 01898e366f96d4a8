/** The languages that pages are written in (BCP 47); the first is the default. */
export const locales = ["en", "de"] as const;
export type Locale = (typeof locales)[number];

/** The cookie for a person's choice of language. */
export const LANGUAGE_COOKIE = "language";

/** The name of each language in that language. */
export const localeNames: Readonly<Record<Locale, string>> = { en: "English", de: "Deutsch" };

/** The locale for dates: British English puts the day before the month, as German does. */
export const dateLocales: Readonly<Record<Locale, string>> = { en: "en-GB", de: "de-DE" };

/** The writing direction of each language; pages use logical properties, so this is all they need. */
export const localeDirections: Readonly<Record<Locale, "ltr" | "rtl">> = { en: "ltr", de: "ltr" };

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}
