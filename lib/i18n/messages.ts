import { errorTexts } from "@/lib/i18n/error-texts";
import { failureTexts } from "@/lib/i18n/failure-texts";
import type { Locale } from "@/lib/i18n/locales";
import de from "@/lib/i18n/messages/de.json" with { type: "json" };
import en from "@/lib/i18n/messages/en.json" with { type: "json" };

/** The English messages by namespace: their names are what components may ask for. */
export const english = {
  ...en,
  errors: { ...en.errors, codes: errorTexts },
  shell: { ...en.shell, failure: failureTexts },
};

export type Messages = typeof english;

/** Every language's messages (ICU MessageFormat). */
export const messages: Readonly<Record<Locale, Messages>> = { en: english, de };
