import { errorTexts } from "@/lib/core/i18n/error-texts";
import { failureTexts } from "@/lib/core/i18n/failure-texts";
import type { Locale } from "@/lib/core/i18n/locales";
import de from "@/lib/core/i18n/messages/de.json" with { type: "json" };
import en from "@/lib/core/i18n/messages/en.json" with { type: "json" };

/** The English messages by namespace: their names are what components may ask for. */
export const english = {
  ...en,
  errors: { ...en.errors, codes: errorTexts },
  shell: { ...en.shell, failure: failureTexts },
};

export type Messages = typeof english;

/** Every language's messages (ICU MessageFormat). */
export const messages: Readonly<Record<Locale, Messages>> = { en: english, de };
